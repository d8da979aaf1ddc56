// SPDX-License-Identifier: GPL-2.0-or-later
/* trace - system calls one by one, with their arguments and results. */
#include "trace.h"

#include "base/log.h"
#include "dat/columns.h"
#include "probe/path_search.h"
#include "session/tool.h"
#include "sys/errnos.h"
#include "conditions.h"
#include "events.h"
#include "faults.h"
#include "fields.h"
#include "replay.h"
#include "status.h"
#include "summary.h"
#include "tasks.h"

#include <errno.h>
#include <string.h>

struct trace_options trace = {.string_limit = 32};

static int parse_errors(void *to, const char *list)
{
	struct trace_errors *errors = to;
	const char *end;
	char word[40];
	uint32_t error;

	for (;; list = end + 1) {
		end = strchrnul(list, ',');
		snprintf(word, sizeof(word), "%.*s", (int)(end - list), list);
		if (kernel_errno_parse(word, &error) || error > ERRNO_LAST)
			return fail(-EINVAL, "--errno %s: not an error; as in ENOENT or 2", word);
		errors->bits[error / 64] |= 1ULL << error % 64;
		trace.by_error = true;
		if (!*end)
			return 0;
	}
}

static int parse_format(void *to, const char *text)
{
	static const char *const names[] = {"default", "strace", "perf"};

	for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strcmp(text, names[i])) {
			*(enum trace_format *)to = i;
			return 0;
		}
	return fail(-EINVAL, "--format %s: default, strace or perf", text);
}

/* -yy is twice -y, as strace has it */
static int parse_descriptors(void *to, const char *text)
{
	uint32_t *level = to;

	uint32_t asked = *level ? 2 : 1;

	if (text && !strcmp(text, "all"))
		asked = 2;
	else if (text && strcmp(text, "path"))
		return fail(-EINVAL, "--decode-fds %s: path, or all: sockets, devices and pidfds too", text);
	*level = asked;
	return 0;
}

static int parse_stacks(void *to, const char *list)
{
	uint32_t *stacks = to;
	size_t n;

	for (; *list; list += n + (list[n] == ',')) {
		n = strcspn(list, ",");
		if (n == 4 && !strncmp(list, "user", n))
			*stacks |= 1;
		else if (n == 6 && !strncmp(list, "kernel", n))
			*stacks |= 2;
		else
			return fail(-EINVAL, "--stack %s: user, kernel, or both: user,kernel", list);
	}
	return 0;
}

static int parse_mode(void *to, const char *text)
{
	if (strcmp(text, "thread") && strcmp(text, "total"))
		return fail(-EINVAL, "--summary-mode %s: thread or total", text);
	*(bool *)to = *text == 't' && text[1] == 'o';
	return 0;
}

static int parse_constants(void *to, const char *text)
{
	if (!strcmp(text, "verbose"))
		return fail(-EINVAL, "-X verbose: numbers and names at once are not printed; raw or abbrev");
	if (strcmp(text, "raw") && strcmp(text, "abbrev"))
		return fail(-EINVAL, "-X %s: raw or abbrev", text);
	*(bool *)to = *text == 'r';
	return 0;
}

static int parse_hex(void *to, const char *text)
{
	if (text && strcmp(text, "all") && strcmp(text, "non-ascii-chars"))
		return fail(-EINVAL, "--strings-in-hex %s: all or non-ascii-chars", text);
	*(enum out_hex *)to = text && *text == 'n' ? OUT_HEX_NON_ASCII : OUT_HEX;
	return 0;
}

static const struct opt options[] = {
	OPT_PARSED('e', "expr", "LIST", &trace.calls, select_parse, "only these calls: names, globs, %class, /regex, !not"),
	OPT_PARSED(0, "event", "EVENT,...", &trace, events_parse, "tracepoints as well: 'sched:*switch'"),
	OPT_PARSED('F', "pf", "KIND", &trace.faults, faults_parse, "page faults as well: all, min, maj"),
	OPT_FLAG(0, "no-syscalls", &trace.no_calls, "no calls, only what else is asked for", .rare = true),
	OPT_FLAG(0, "syscalls", &trace.all_calls, "calls too, where -e names only events", .rare = true),
	OPT_FLAG('x', "failed", &trace.failed, "only calls that failed"),
	OPT_FLAG('Z', "failure", &trace.failed, "the same", .rare = true),
	OPT_FLAG('z', "successful-only", &trace.succeeded, "only calls that did not"),
	OPT_PARSED(0, "errno", "ERRNO,...", &trace.errors, parse_errors, "only calls that failed so", .rare = true),
	OPT_DURATION(0, "slower", "TIME", &trace.slower_ns, "only calls that took at least TIME (5ms)"),
	OPT_PARSED(0, "filter", "FILTER", &trace, conditions_parse, "as in 'read: ret > 65536', 'openat: flags & O_CREAT'"),
	OPT_PARSED(0, "status", "LIST", &trace.statuses, status_parse,
			   "only calls that end so: failed, unfinished, detached", .rare = true),
	OPT_PARSED(0, "not-pid", "PID,...", &trace.not_pids, tasks_parse_not, "all but these processes", .rare = true),
	OPT_FLAG(0, "no-follow", &trace.no_follow, "the command without its children", .rare = true),
	OPT_DURATION(0, "delay", "TIME", &trace.delay_ns, "begin TIME after the command", .rare = true),
	OPT_TEXT('P', "trace-path", "PATH", &trace.path, "only calls with this path (part of it, or a glob)"),
	OPT_MAYBE('y', "decode-fds", "KIND", &trace.descriptors, parse_descriptors,
			  "what descriptors are: 3</etc/passwd>; -yy: sockets too"),
	OPT_FLAG('s', "summary", &trace.summary_only, "only totals by call and thread, at the end"),
	OPT_FLAG('S', "with-summary", &trace.with_summary, "lines, and then the totals", .rare = true),
	OPT_PARSED(0, "summary-mode", "MODE", &trace.together, parse_mode, "totals by thread, or of all threads: total",
			   .rare = true),
	OPT_NUMBER(0, "max-summary", "N", &trace.max_summary, 1, UINT32_MAX,
			   "only the N calls of each thread that took longest", .rare = true),
	OPT_FLAG(0, "signals", &trace.signals, "signals that arrive, and ends of threads, as well"),
	OPT_PARSED(0, "stack", "KIND,...", &trace.stacks, parse_stacks, "user, kernel: where each call was made"),
	OPT_FLAG('k', "stack-trace", &trace.user_stack, "as --stack user", .rare = true),
	OPT_NUMBER(0, "string-limit", "BYTES", &trace.string_limit, 0, 4096, "of strings that are no paths: 32",
			   .rare = true),
	OPT_MAYBE(0, "strings-in-hex", "KIND", &trace.hex, parse_hex, "all, or non-ascii-chars, as \\x2f", .rare = true),
	OPT_FLAG('v', "no-abbrev", &trace.verbose, "structures in full", .rare = true),
	OPT_PARSED('X', "const-print-style", "STYLE", &trace.raw, parse_constants, "constants as numbers: raw; or abbrev",
			   .rare = true),
	OPT_FLAG('N', "arg-names", &trace.arg_names, "arguments with their names", .rare = true),
	OPT_FLAG('r', "relative-timestamps", &trace.relative, "the time since the line before", .rare = true),
	OPT_FLAG(0, "cpu-column", &trace.cpu_column, "on which CPU each call returned", .rare = true),
	OPT_PARSED(0, "format", "NAME", &trace.format, parse_format, "lines as strace or perf prints them"),
	OPT_NUMBER(0, "max-events", "COUNT", &trace.max_events, 1, UINT64_MAX, "end after so many lines", .rare = true),
	OPT_WORD("filter-pids", "(perf's processes that are left out): --not-pid PID,..."),
	OPT_WORD("no-inherit", "(perf's command without its children): --no-follow"),
	OPT_WORD("all-cpus", "(perf's system-wide tracing): so it is without a process or a command"),
	OPT_WORD("call-graph", "(perf's stacks): --stack user"),
	OPT_WORD("kernel-syscall-graph", "(perf's stacks of the kernel): --stack kernel"),
	OPT_WORD("follow-forks", "(strace's children): they are always traced"),
	OPT_WORD("syscall-times", "(strace's durations): each line has its duration"),
	OPT_WORD("absolute-timestamps", "(strace's times): --format strace has them as strace -ttt"),
	OPT_WORD("inject", "(strace's changes of calls): they need ptrace; strace does that"),
	OPT_NOTE('f', "(strace's children): they are always traced"),
	OPT_NOTE('t', "(strace's times): each line has one; --format strace has them as strace -ttt. A thread is --tid"),
	OPT_NOTE('T', "(strace's durations, perf's full times): each line has its duration; --format strace has both"),
	OPT_NOTE('A', "(strace's appending): >> FILE"),
	OPT_NOTE('U', "(strace's columns of totals): those of -s are always the same"),
	OPT_NOTE('Y', "(strace's names of processes): each line has the name of its own"),
	OPT_NOTE('a', "(perf's system-wide tracing): so it is without a process or a command"),
	OPT_NOTE('C', "(strace's lines and totals): that is -S here. Of one CPU alone nothing traces here"),
	OPT_NOTE('w', "(strace's wall time): totals of -s are of wall time"),
	OPT_NOTE('D', "(perf's delay, strace's daemon): --delay TIME begins later (0.5, 300ms)"),
	OPT_NOTE('i', "(perf's input, strace's instruction pointer): --stack user has the latter"),
	OPT_NOTE('m', "(perf's pages): --buffer KB is the size of the buffer"),
	OPT_NOTE('E', "(strace's environment): env NAME=VALUE before the command"),
	OPT_NOTE('I', "(strace's signals): nothing is stopped here"),
	OPT_NOTE('b', "(strace's detaching): nobody is attached to here"),
	OPT_END,
};

/* A glob of the whole path, or a text to find anywhere in it */
static int prepare_path(void)
{
	if (!trace.path)
		return 0;
	if (!*trace.path)
		return fail(-EINVAL, "--trace-path: an empty path");
	if (path_search_build(&trace.search, trace.path))
		return fail(-E2BIG, "--trace-path %s: longer than %d characters", trace.path, OPEN_TEXT);
	return 0;
}

static int check(const struct session *s)
{
	if (s->argc && s->command)
		return fail(-EINVAL, "unexpected argument %s; the command is after --", s->argv[0]);
	if (trace.format == TRACE_AS_PERF && trace.relative)
		return fail(-EINVAL, "--relative-timestamps: lines of perf trace have none; strace's have");
	if (trace.format != TRACE_LINES && trace.cpu_column && !s->set->json)
		return fail(-EINVAL, "--cpu-column: lines of other tools have none; leave out --format");
	if (trace.max_summary && !trace.summary_only && !trace.with_summary)
		return fail(-EINVAL, "--max-summary: there is a summary with --summary or --with-summary");
	if (trace.no_calls && trace.all_calls)
		return fail(-EINVAL, "--syscalls and --no-syscalls exclude each other");
	if (trace.summary_only && (events_given() || trace.faults))
		return fail(-EINVAL, "-s has totals of calls, and no lines for events; -S has both");
	return status_prepare(s->dat && columns_in(s->dat));
}

/* What is left without calls? A recording has what it has. */
static int check_calls(const struct session *s)
{
	trace.calls_off = trace.no_calls || (trace.calls.events && !trace.calls.given && !trace.all_calls);
	if (!trace.calls_off || s->dat)
		return 0;
	if (trace.summary_only || trace.with_summary)
		return fail(-EINVAL, "-s and -S have totals of calls, which are not traced");
	if (!events_given() && !trace.faults && !trace.signals)
		return fail(-EINVAL, "--no-syscalls leaves nothing to trace; --event, --pf, --signals say what else");
	return 0;
}

/* Paths and conditions are looked for when a call returns. */
static void prepare_ends(void)
{
	const uint32_t any = STATUS_SUCCESSFUL | STATUS_FAILED | STATUS_UNFINISHED;
	bool tells = trace.rows && !trace.calls_off && !trace.path && !trace.nconditions;

	trace.ends = tells && trace.statuses & STATUS_UNFINISHED;
	trace.unfinished = tells && !trace.by_error && (trace.statuses & any) == any;
}

static int prepare(struct session *s)
{
	int err = 0;

	if (s->dat && replay_prepare(s, options))
		return -EINVAL;
	if (check(s) || check_calls(s) || prepare_path())
		return -EINVAL;
	if (!s->dat)
		err = events_find();
	if (err)
		return err;
	if (!s->dat && trace.faults)
		faults_prepare();
	if (s->argc)
		s->command = s->argv;
	trace.stacks |= trace.user_stack;
	trace.signals |= trace.format == TRACE_AS_STRACE && !trace.calls_off;
	trace.rows = !trace.summary_only;
	trace.summary = trace.summary_only || trace.with_summary;
	trace.by_thread = !trace.together;
	prepare_ends();
	s->schema = trace.rows ? fields_prepare(s) : &summary_schema;
	s->view = trace.rows ? VIEW_EVENTS : VIEW_TABLE;
	s->render.top = trace.max_summary;
	s->render.top_of = trace.by_thread ? "tid" : NULL;
	s->render.no_heading = trace.format != TRACE_LINES;
	return 0;
}

const struct tool trace_tool = {
	.name = "trace",
	.summary = "System calls, one by one, with arguments and results.",
	.arguments = "[COMMAND [ARGUMENT...]]",
	.examples = "  trace ls -l                 a command and its children\n"
				"  trace -p 1234               a process, until Ctrl-C\n"
				"  trace -x -e openat          opens that fail, of all processes\n"
				"  trace --slower 10ms         calls that take at least 10 ms\n"
				"  trace -s make               totals by call and thread\n",
	.unit = "calls",
	.options = options,
	.takes = TAKES_TASK | TAKES_NAMES | TAKES_DURATION | TAKES_COMMAND | TAKES_BUFFER | TAKES_REPLAY | TAKES_TIMELINE,
	.max_args = -1,
	.schema = &summary_schema,
	.view = VIEW_EVENTS,
	.prepare = prepare,
	.bpf = &trace_bpf_recipe,
	.ftrace = &trace_ftrace_recipe,
	.replay = &trace_replay_recipe,
	.doctor_variants =
		(const char *const[]){"-y", "-s", "--signals --stack user,kernel", "-P /etc/ --slower 1ms", NULL},
};
