// SPDX-License-Identifier: GPL-2.0-or-later
/* execsnoop - which programs are started, by whom, with which arguments. */
#include "execsnoop.h"

#include "base/log.h"
#include "session/tool.h"
#include "source/bpf/filter.h"
#include "source/bpf/object.h"
#include "source/bpf/tracepoints.h"
#include "sys/errnos.h"
#include "command_line.h"
#include "execsnoop.skel.h"

#include <errno.h>
#include <string.h>

struct execsnoop_options execsnoop;

static const struct opt options[] = {
	OPT_FLAG('t', "time", &execsnoop.uptime, "print the time in seconds since boot"),
	OPT_FLAG('r', "again", &execsnoop.again, "also programs of a process that has started one before"),
	OPT_FLAG('x', "failed", &execsnoop.failed, "also calls that fail; print the result"),
	OPT_NUMBER('a', "max-args", "ARGC", &execsnoop.max_args, 1, 1 << 20, "print at most ARGC arguments"),
	OPT_TEXT('l', "line", "LINE", &execsnoop.line, "only where the arguments contain LINE"),
	OPT_NUMBER('P', "ppid", "PPID", &execsnoop.parent, 1, 1 << 22, "only children of this process"),
	OPT_FLAG(0, "quote", &execsnoop.quote, "quote every argument, not only what a shell needs"),
	OPT_FLAG('U', "show-uid", &execsnoop.show_uid, "print the user id"),
	OPT_FLAG('C', "show-cpu", &execsnoop.show_cpu, "print the CPU"),
	OPT_FLAG('M', "show-parent", &execsnoop.show_parent, "print the name of the parent (PARENT)"),
	OPT_FLAG(0, "show-comm", &execsnoop.show_comm, "print the new name of the process (PCOMM)"),
	OPT_END,
};

static int format_error(char *to, size_t size, const struct field *f, const void *row)
{
	return errno_name(to, size, (int)field_integer(f, row));
}

static int format_line(char *to, size_t size, const struct field *f, const void *row)
{
	(void)f;
	return command_line(to, size, row, execsnoop.max_args, execsnoop.quote ? QUOTE_ALL : QUOTE_NEEDED);
}

static int format_argv(char *to, size_t size, const struct field *f, const void *row)
{
	(void)f;
	return command_words(to, size, row, execsnoop.max_args);
}

static bool has_argv(const struct field *f, const void *row)
{
	(void)f;
	return ((const struct exec_row *)row)->length || !((const struct exec_row *)row)->unreadable;
}

static int format_truncated(char *to, size_t size, const struct field *f, const void *row)
{
	(void)f;
	return snprintf(to, size, "%s", command_is_cut(row, execsnoop.max_args) ? "true" : "false");
}

/* -l looks for a part of the line as it would be printed in full, without quotes. */
static bool keeps(const void *row)
{
	static char line[2 * EXEC_ARGS];

	if (!execsnoop.line)
		return true;
	command_line(line, sizeof(line), row, 0, QUOTE_NONE);
	return strstr(line, execsnoop.line);
}

enum { CLOCK, UPTIME, CPU, UID, COMM, PARENT, PID, PPID, TID, ERROR, LINE, ARGV, TRUNCATED, FILE_ };
static struct field fields[] = {
	[CLOCK] = FIELD_EVENT_CLOCK,
	[UPTIME] = FIELD_EVENT_UPTIME("times", "TIMEs"),
	[CPU] = FIELD(struct exec_row, cpu, FIELD_U32, FIELD_OFF, 3, .spare = 1),
	[UID] = FIELD(struct exec_row, uid, FIELD_U32, FIELD_HIDDEN | FIELD_BPF_ONLY | FIELD_TASK, -6, .spare = 4),
	[COMM] = FIELD(struct exec_row, comm, FIELD_CHARS, FIELD_HIDDEN | FIELD_TASK, -16, .title = "PCOMM", .spare = 3),
	[PARENT] = FIELD_AS("parent", struct exec_row, parent_comm, FIELD_CHARS, FIELD_OFF, -16, .spare = 5),
	[PID] = FIELD(struct exec_row, pid, FIELD_U32, FIELD_TASK, 7),
	[PPID] = FIELD(struct exec_row, ppid, FIELD_U32, 0, 7, .spare = 2),
	[TID] = FIELD(struct exec_row, tid, FIELD_U32, FIELD_HIDDEN | FIELD_TASK, 0),
	[ERROR] = FIELD_MADE_OF("error", struct exec_row, error, format_error, FIELD_HIDDEN, -7, .title = "RET",
							.known = errno_is),
	[LINE] = FIELD_MADE("args", format_line, FIELD_TEXT_ONLY | FIELD_ESCAPED, 0),
	[ARGV] = FIELD_MADE("argv", format_argv, FIELD_HIDDEN | FIELD_ITEMS, 0, .known = has_argv),
	[TRUNCATED] = FIELD_MADE("argv_truncated", format_truncated, FIELD_HIDDEN | FIELD_BOOLEAN, 0, .known = has_argv),
	[FILE_] = FIELD_AS("path", struct exec_row, args, FIELD_CHARS, FIELD_OFF, 0, .title = "FILE"),
};

static const struct schema schema = {SCHEMA_FIELDS(fields), .row_size = sizeof(struct exec_row), .label = "comm error"};

void execsnoop_without_args(void)
{
	fields[LINE].flags |= FIELD_OFF;
	fields[ARGV].flags |= FIELD_BPF_ONLY;
	fields[TRUNCATED].flags |= FIELD_BPF_ONLY;
	field_show(&fields[FILE_], true);
}

static int prepare(struct session *s)
{
	const char *name = s->argc ? s->argv[0] : NULL;

	if (name && name[strspn(name, "0123456789")] == '\0')
		return fail(-EINVAL, "\"%s\" is no name of a process; for the children of a process use -P %s", name, name);
	if (name && s->set->comm)
		return fail(-EINVAL, "%s and -n %s: give the name once", name, s->set->comm);
	if (name && settings_comm(name))
		return -EINVAL;
	field_show(&fields[CLOCK], s->set->timestamp);
	field_show(&fields[UPTIME], execsnoop.uptime);
	field_show(&fields[CPU], execsnoop.show_cpu);
	field_show(&fields[PARENT], execsnoop.show_parent);
	field_show(&fields[UID], execsnoop.show_uid);
	field_show(&fields[COMM], execsnoop.show_comm);
	field_show(&fields[ERROR], execsnoop.failed);
	return 0;
}

static int open_bpf(struct session *s)
{
	struct execsnoop_bpf *o = bpf_open(s, execsnoop_bpf);
	int err;

	if (!o)
		return -errno;
	o->rodata->again = execsnoop.again;
	bpf_use_either(s, o->progs.made, o->progs.made_classic, !execsnoop.again);
	bpf_use_either(s, o->progs.exec, o->progs.exec_classic, true);
	bpf_use_either(s, o->progs.sys_exit, o->progs.sys_exit_classic, execsnoop.failed);
	err = bpf_pid(s, (__u32 *)&o->rodata->only_parent, (uint32_t)execsnoop.parent);
	return err ? err : bpf_map__set_max_entries(o->maps.rows, 2 * (__u32)libbpf_num_possible_cpus());
}

static const struct bpf_recipe bpf = {.open = open_bpf};

const struct tool execsnoop_tool = {
	.name = "execsnoop",
	.summary = "Started programs, with their arguments.",
	.arguments = "[name]",
	.examples = "  execsnoop                 every program that is started\n"
				"  execsnoop -x              also what could not be started, and why\n"
				"  execsnoop -r              also a second program of the same process\n"
				"  execsnoop -l /etc         whose arguments contain \"/etc\"\n"
				"  execsnoop -tU -P 1234     children of process 1234, with time and user\n"
				"  execsnoop -- make         what a command and its children start\n",
	.unit = "execs",
	.options = options,
	.takes =
		TAKES_TASK | TAKES_DURATION | TAKES_TIMESTAMP | TAKES_COMMAND | TAKES_BUFFER | TAKES_REPLAY | TAKES_TIMELINE,
	.max_args = 1,
	.schema = &schema,
	.view = VIEW_EVENTS,
	.prepare = prepare,
	.keeps = keeps,
	.bpf = &bpf,
	.ftrace = &execsnoop_ftrace,
	.doctor_variants = (const char *const[]){"-r -x", "-P 1", NULL},
};
