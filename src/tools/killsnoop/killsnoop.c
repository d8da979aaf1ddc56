// SPDX-License-Identifier: GPL-2.0-or-later
/* killsnoop - who sends signals to whom. */
#include "killsnoop.h"

#include "base/log.h"
#include "session/tool.h"
#include "source/bpf/filter.h"
#include "source/bpf/object.h"
#include "source/bpf/tracepoints.h"
#include "sys/errnos.h"
#include "sys/signals.h"
#include "killsnoop.skel.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

struct killsnoop_options killsnoop;

static const struct opt options[] = {
	OPT_FLAG('s', "signal-names", &killsnoop.names, "signals by name, as always on a terminal"),
	OPT_FLAG('t', "time", &killsnoop.uptime, "print the time in seconds since boot"),
	OPT_FLAG('x', "failed", &killsnoop.failed, "only signals that could not be sent"),
	OPT_FLAG(0, "kernel", &killsnoop.kernel, "signals that the kernel itself generates"),
	OPT_NUMBER('p', "target", "PID", &killsnoop.target, 1, 1 << 22, "only signals to this process"),
	OPT_NOTE('k', "(bcc's system calls alone): so it is here, without --kernel"),
	OPT_END,
};

static int format_signal(char *to, size_t size, const struct field *f, const void *row)
{
	unsigned signal = (unsigned)field_integer(f, row);

	return killsnoop.names ? signal_name(to, size, signal) : snprintf(to, size, "%u", signal);
}

/* A name that is not known must not be an empty column. */
static int format_target(char *to, size_t size, const struct field *f, const void *row)
{
	const struct kill_row *r = row;

	(void)f;
	return snprintf(to, size, "%.*s", TASK_COMM, r->target_comm[0] ? r->target_comm : "-");
}

static int format_signal_name(char *to, size_t size, const struct field *f, const void *row)
{
	return signal_name(to, size, (unsigned)field_integer(f, row));
}

static bool has_signal_name(const struct field *f, const void *row)
{
	return field_integer(f, row) >= 1 && field_integer(f, row) <= 64;
}

/* The target of a descriptor is known when a signal was made for it. */
static bool has_target(const struct field *f, const void *row)
{
	return !((const struct kill_row *)row)->by_descriptor || field_integer(f, row);
}

enum { CLOCK, UPTIME };
static struct field fields[] = {
	[CLOCK] = FIELD_EVENT_CLOCK,
	[UPTIME] = FIELD_EVENT_UPTIME("times", "TIMEs"),
	FIELD(struct kill_row, comm, FIELD_CHARS, FIELD_TASK, -16),
	FIELD(struct kill_row, pid, FIELD_U32, FIELD_TASK, -7, .spare = 2),
	FIELD(struct kill_row, tid, FIELD_U32, FIELD_HIDDEN | FIELD_TASK, 0),
	FIELD(struct kill_row, uid, FIELD_U32, FIELD_HIDDEN | FIELD_BPF_ONLY | FIELD_TASK, 0),
	FIELD_AS("tpid", struct kill_row, target, FIELD_S32, 0, -7, .known = has_target),
	FIELD_MADE_OF("signal", struct kill_row, signal, format_signal, FIELD_TEXT_ONLY, -10),
	FIELD(struct kill_row, signal, FIELD_U32, FIELD_HIDDEN, 0),
	FIELD_MADE_OF("signal_name", struct kill_row, signal, format_signal_name, FIELD_HIDDEN, 0,
				  .known = has_signal_name),
	FIELD_AS("ret", struct kill_row, result, FIELD_S32, 0, -6, .title = "RETURN", .spare = 1),
	FIELD_MADE_OF("error", struct kill_row, result, errno_field, 0, -7, .known = errno_is),
	FIELD_AS("tcomm", struct kill_row, target_comm, FIELD_CHARS, FIELD_HIDDEN, 0, .known = field_not_empty),
	FIELD_MADE("tcomm", format_target, FIELD_TEXT_ONLY, 0, .spare = 3),
};

static const struct schema schema = {SCHEMA_FIELDS(fields), .row_size = sizeof(struct kill_row),
									 .label = "signal_name tpid error"};

static int prepare(struct session *s)
{
	if (s->argc)
		return fail(-EINVAL, "unexpected argument %s; for one process use -p %s (target) or --pid %s (sender)",
					s->argv[0], s->argv[0], s->argv[0]);
	if (killsnoop.kernel && killsnoop.failed)
		return fail(-EINVAL, "--kernel and -x exclude each other: the kernel's own signals do not fail");
	killsnoop.names |= !s->set->json && isatty(STDOUT_FILENO);
	field_show(&fields[CLOCK], s->set->timestamp);
	field_show(&fields[UPTIME], killsnoop.uptime);
	return 0;
}

static int open_bpf(struct session *s)
{
	struct killsnoop_bpf *o = bpf_open(s, killsnoop_bpf);

	if (!o)
		return -errno;
	o->rodata->failed_only = killsnoop.failed;
	o->rodata->only_target = (int)killsnoop.target;
	bpf_use_either(s, o->progs.sys_enter, o->progs.sys_enter_classic, !killsnoop.kernel);
	bpf_use_either(s, o->progs.sys_exit, o->progs.sys_exit_classic, !killsnoop.kernel);
	bpf_use(s, o->progs.generate, !killsnoop.kernel);
	bpf_use(s, o->progs.kernel_generate, killsnoop.kernel);
	return bpf_pid(s, (__u32 *)&o->rodata->target_task, killsnoop.target > 0 ? (uint32_t)killsnoop.target : 0);
}

static const struct bpf_recipe bpf = {.open = open_bpf};

const struct tool killsnoop_tool = {
	.name = "killsnoop",
	.summary = "Signals: who sends which to whom, and whether it arrives.",
	.examples = "  killsnoop                 every kill, tkill, tgkill, pidfd_send_signal\n"
				"  killsnoop -st             with names and times\n"
				"  killsnoop -p 1234         signals to process 1234\n"
				"  killsnoop -x              those that failed, and why\n"
				"  killsnoop -s --kernel     faults, timers, the terminal's Ctrl-C\n",
	.unit = "signals",
	.options = options,
	.takes =
		TAKES_TASK | TAKES_DURATION | TAKES_TIMESTAMP | TAKES_COMMAND | TAKES_BUFFER | TAKES_REPLAY | TAKES_TIMELINE,
	.max_args = 1,
	.schema = &schema,
	.view = VIEW_EVENTS,
	.prepare = prepare,
	.bpf = &bpf,
	.ftrace = &killsnoop_ftrace,
	.doctor_variants = (const char *const[]){"--kernel", "-x", "-p 1", NULL},
};
