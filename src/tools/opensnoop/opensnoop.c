// SPDX-License-Identifier: GPL-2.0-or-later
/* opensnoop - who opens which file, and what comes of it. */
#include "opensnoop.h"

#include "base/log.h"
#include "probe/path_search.h"
#include "session/tool.h"
#include "source/bpf/filter.h"
#include "source/bpf/object.h"
#include "source/bpf/stacks.h"
#include "source/bpf/tracepoints.h"
#include "sys/errnos.h"
#include "sys/open_flags.h"
#include "sys/privileges.h"
#include "callers.h"
#include "full_path.h"
#include <ktally/stacks.h>

#include "opensnoop.skel.h"

#include <errno.h>
#include <string.h>

struct opensnoop_options opensnoop;

static int parse_flags(void *to, const char *text)
{
	const char *bad;
	size_t n;

	if (open_flags_parse(text, to, &bad, &n))
		return fail(-EINVAL, "--flags %s: \"%.*s\" is no flag of open(); O_CREAT, O_RDWR ... are", text, (int)n, bad);
	return 0;
}

static const struct opt options[] = {
	OPT_FLAG('t', "time", &opensnoop.uptime, "print the time in seconds since boot"),
	OPT_FLAG('x', "failed", &opensnoop.failed, "only opens that failed"),
	OPT_PARSED('f', "flags", "FLAG,...", &opensnoop.wanted, parse_flags,
			   "only opens with one of these flags: O_CREAT,..."),
	OPT_FLAG('e', "show-flags", &opensnoop.show_flags, "print the flags, and the mode of new files"),
	OPT_FLAG('F', "full-path", &opensnoop.full_paths, "print relative paths from the root"),
	OPT_FLAG(0, "callers", &opensnoop.callers, "print the functions that called it, innermost first", .elsewhere = 'c'),
	OPT_FLAG('U', "show-uid", &opensnoop.show_uid, "print the user id"),
	OPT_END,
};

static int format_mode(char *to, size_t size, const struct field *f, const void *row)
{
	const struct open_row *r = row;

	(void)f;
	return open_mode_text(to, size, r->flags, r->mode);
}

static bool has_mode(const struct field *f, const void *row)
{
	char mode[16];

	format_mode(mode, sizeof(mode), f, row);
	return strcmp(mode, "-") != 0;
}

static int format_full(char *to, size_t size, const struct field *f, const void *row)
{
	(void)f;
	return full_path(to, size, row);
}

enum { CLOCK, UPTIME, UID, COMM, PID, TID, FD, ERROR, FLAGS, NAMES, MODE, FULL, PATH, CALLERS, STACK_ };
static struct field fields[] = {
	[CLOCK] = FIELD_EVENT_CLOCK,
	[UPTIME] = FIELD_EVENT_UPTIME("times", "TIMEs"),
	[UID] = FIELD(struct open_row, uid, FIELD_U32, FIELD_HIDDEN | FIELD_BPF_ONLY | FIELD_TASK, -6, .spare = 3),
	[COMM] = FIELD(struct open_row, comm, FIELD_CHARS, FIELD_TASK, -16),
	[PID] = FIELD(struct open_row, pid, FIELD_U32, FIELD_TASK, -7, .spare = 4),
	[TID] = FIELD(struct open_row, tid, FIELD_U32, FIELD_HIDDEN | FIELD_TASK, 0),
	[FD] = FIELD(struct open_row, fd, FIELD_S32, 0, 4, .known = field_not_negative, .spare = 1),
	[ERROR] = FIELD_MADE_OF("error", struct open_row, error, errno_field, 0, -7, .title = "ERR", .known = errno_is),
	/* 25: RDONLY|NONBLOCK|DIRECTORY, as opendir() opens; the longest of the C library and of python is one less */
	[FLAGS] = FIELD_MADE_OF("flags", struct open_row, flags, open_flags_brief, FIELD_OFF | FIELD_TEXT_ONLY, -25,
							.spare = 5, .least = 8),
	[NAMES] = FIELD_MADE_OF("flags", struct open_row, flags, open_flags_field, FIELD_OFF | FIELD_HIDDEN, 0),
	[MODE] = FIELD_MADE("mode", format_mode, FIELD_OFF, -4, .known = has_mode, .spare = 2),
	[FULL] = FIELD_MADE("path", format_full, FIELD_OFF, 0, .title = "FILE"),
	[PATH] = FIELD_AS("path", struct open_row, path, FIELD_CHARS, 0, 0, .title = "FILE"),
	[CALLERS] = FIELD_MADE("callers", open_callers, FIELD_OFF | FIELD_TEXT_ONLY, 0),
	[STACK_] = FIELD_MADE("stack", open_stack, FIELD_OFF | FIELD_HIDDEN | FIELD_ITEMS, 0),
};

static const struct schema schema = {SCHEMA_FIELDS(fields), .row_size = sizeof(struct open_row)};

/* In bcc's opensnoop -t has a value, a thread; here -t is a flag, and that number would be taken for a file. */
static int check_argument(struct session *s)
{
	const char *text = s->argc ? s->argv[0] : NULL;

	if (!text)
		return 0;
	if (text[strspn(text, "0123456789")] == '\0')
		return fail(-EINVAL, "\"%s\" is no part of a path; for one process use -p %s, for one thread -L %s", text, text,
					text);
	if (path_search_build(&opensnoop.search, text))
		return fail(-E2BIG, "the text to look for in paths has at most %d characters", OPEN_TEXT);
	opensnoop.text = text;
	return 0;
}

static int prepare(struct session *s)
{
	if (check_argument(s))
		return -EINVAL;
	field_show(&fields[CLOCK], s->set->timestamp);
	field_show(&fields[UPTIME], opensnoop.uptime);
	field_show(&fields[UID], opensnoop.show_uid);
	field_show(&fields[FLAGS], opensnoop.show_flags);
	field_show(&fields[MODE], opensnoop.show_flags);
	if (opensnoop.show_flags)
		fields[NAMES].flags &= ~(unsigned)FIELD_OFF;
	field_show(&fields[FULL], opensnoop.full_paths);
	field_show(&fields[CALLERS], opensnoop.callers);
	fields[STACK_].flags &= opensnoop.callers ? ~(unsigned)FIELD_OFF : ~0U;
	s->reads_processes = opensnoop.callers;
	if (opensnoop.callers)
		fields[FULL].width = fields[PATH].width = -40;
	if (opensnoop.full_paths)
		fields[PATH].flags |= FIELD_OFF;
	return 0;
}

void opensnoop_without_paths(void)
{
	fields[FULL].flags |= FIELD_BPF_ONLY;
	fields[PATH].flags |= FIELD_BPF_ONLY;
}

static int open_bpf(struct session *s)
{
	struct opensnoop_bpf *o = bpf_open(s, opensnoop_bpf);

	if (!o)
		return -errno;
	if (opensnoop.full_paths && lockdown_mode() == LOCKDOWN_CONFIDENTIALITY)
		return cannot(s, -EPERM, "--full-path reads the kernel's memory, which lockdown (confidentiality) forbids");
	bpf_use_either(s, o->progs.sys_exit, o->progs.sys_exit_classic, true);
	o->rodata->failed_only = opensnoop.failed;
	o->rodata->full_paths = opensnoop.full_paths;
	o->rodata->with_callers = opensnoop.callers;
	if (!opensnoop.callers)
		bpf_stacks_none(s);
	memcpy((void *)&o->rodata->wanted, &opensnoop.wanted, sizeof(opensnoop.wanted));
	memcpy((void *)&o->rodata->search, &opensnoop.search, sizeof(opensnoop.search));
	if (opensnoop.callers) /* the process is asked for its functions, so it must still be there */
		o->rodata->events_wake = 0;
	o->rodata->filter.self = s->set->npids ? 0 : bpf_self();
	return 0;
}

static const struct bpf_recipe bpf = {.open = open_bpf};

const struct tool opensnoop_tool = {
	.name = "opensnoop",
	.summary = "Opened files: by whom, with which result.",
	.arguments = "[file]",
	.examples = "  opensnoop                 every open, openat, openat2, creat\n"
				"  opensnoop -x              those that failed, and why\n"
				"  opensnoop conf            paths that contain \"conf\"\n"
				"  opensnoop '/etc/*.conf'   paths that match; '*' matches '/' too\n"
				"  opensnoop -p 1234 -F      one process, relative paths completed\n"
				"  opensnoop -f O_CREAT -e   what may make files, with flags and modes\n"
				"  opensnoop -- ls -l        a command and its children\n",
	.unit = "opens",
	.options = options,
	.takes = TAKES_TASK | TAKES_NAMES | TAKES_DURATION | TAKES_TIMESTAMP | TAKES_COMMAND | TAKES_BUFFER | TAKES_REPLAY |
			 TAKES_TIMELINE,
	.max_args = 1,
	.schema = &schema,
	.view = VIEW_EVENTS,
	.prepare = prepare,
	.bpf = &bpf,
	.ftrace = &opensnoop_ftrace,
	.doctor_variants = (const char *const[]){"-x", "-F", "-f O_CREAT -e", "--callers", NULL},
};
