// SPDX-License-Identifier: GPL-2.0-or-later
/* trace - system calls one by one, with their arguments and results. */
#include "trace.h"

#include "base/log.h"
#include "probe/glob.h"
#include "session/tool.h"
#include "sys/errnos.h"
#include "conditions.h"
#include "fields.h"
#include "replay.h"
#include "summary.h"

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

/* -y, or -yy: twice */
static int parse_descriptors(void *to, const char *text)
{
	uint32_t *level = to;

	if (text && strcmp(text, "path") && strcmp(text, "socket"))
		return fail(-EINVAL, "--decode-fds %s: path or socket", text);
	*level = text ? 1 + !strcmp(text, "socket") : *level + 1;
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
			return fail(-EINVAL, "--stack %s: user, kernel or both", list);
	}
	return 0;
}

static const struct opt options[] = {
	OPT_PARSED('e', "expr", "LIST", &trace.calls, select_parse, "only these calls: names, globs, %class, /regex, !not"),
	OPT_FLAG('x', "failed", &trace.failed, "only calls that failed"),
	OPT_FLAG('z', "successful-only", &trace.succeeded, "only calls that did not"),
	OPT_PARSED(0, "errno", "ERRNO,...", &trace.errors, parse_errors, "only calls that failed so"),
	OPT_DURATION(0, "slower", "TIME", &trace.slower_ns, "only calls that took at least TIME (5ms)"),
	OPT_PARSED(0, "filter", "FILTER", &trace, conditions_parse, "as in 'read: ret > 65536', 'openat: flags & O_CREAT'"),
	OPT_TEXT('P', "trace-path", "PATH", &trace.path, "only calls with this path (part of it, or a glob)"),
	OPT_MAYBE('y', "decode-fds", "KIND", &trace.descriptors, parse_descriptors,
			  "what descriptors are: path, or with -yy socket"),
	OPT_FLAG('s', "summary", &trace.summary_only, "only totals by call and thread, at the end"),
	OPT_FLAG('S', "with-summary", &trace.with_summary, "lines, and then the totals"),
	OPT_FLAG(0, "signals", &trace.signals, "signals that arrive, and ends of threads, as well"),
	OPT_PARSED(0, "stack", "KIND,...", &trace.stacks, parse_stacks, "user, kernel: where each call was made"),
	OPT_FLAG('k', "stack-trace", &trace.user_stack, "as --stack user"),
	OPT_NUMBER(0, "string-limit", "BYTES", &trace.string_limit, 0, 4096, "of strings that are no paths: 32"),
	OPT_PARSED(0, "format", "NAME", &trace.format, parse_format, "lines as strace or perf prints them"),
	OPT_NUMBER(0, "max-events", "COUNT", &trace.max_events, 1, UINT64_MAX, "end after so many lines"),
	OPT_END,
};

/* A glob of the whole path, or a text to find anywhere in it */
static int prepare_path(void)
{
	struct probe_glob g;
	size_t length = trace.path ? strlen(trace.path) : 0;
	int err;

	if (!trace.path)
		return 0;
	if (!length)
		return fail(-EINVAL, "--trace-path: an empty path");
	err = probe_glob_is(trace.path) ? probe_glob_compile(&g, trace.path, length)
									: probe_glob_part(&g, trace.path, length);
	if (err)
		return fail(err, "--trace-path %s: longer than %d characters", trace.path, OPEN_TEXT);
	memcpy(trace.search.follow, g.follow, sizeof(trace.search.follow));
	trace.search.loop = g.loop;
	trace.search.accept = g.accept;
	return 0;
}

static int check(const struct session *s)
{
	if (s->argc && s->command)
		return fail(-EINVAL, "unexpected argument %s; the command is after --", s->argv[0]);
	if (trace.failed && trace.succeeded)
		return fail(-EINVAL, "--failed and --successful-only exclude each other");
	return 0;
}

static int prepare(struct session *s)
{
	if (s->dat && replay_prepare(s, options))
		return -EINVAL;
	if (check(s) || prepare_path())
		return -EINVAL;
	if (s->argc)
		s->command = s->argv;
	trace.stacks |= trace.user_stack;
	trace.signals |= trace.format == TRACE_AS_STRACE;
	trace.rows = !trace.summary_only;
	trace.summary = trace.summary_only || trace.with_summary;
	trace.by_thread = true;
	trace.unfinished =
		trace.rows && !trace.failed && !trace.succeeded && !trace.by_error && !trace.path && !trace.nconditions;
	s->schema = trace.rows ? fields_prepare(s) : &summary_schema;
	s->view = trace.rows ? VIEW_EVENTS : VIEW_TABLE;
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
	.takes = TAKES_TASK | TAKES_DURATION | TAKES_COMMAND | TAKES_BUFFER,
	.max_args = -1,
	.schema = &summary_schema,
	.view = VIEW_EVENTS,
	.prepare = prepare,
	.bpf = &trace_bpf_recipe,
	.replay = &trace_replay_recipe,
	.doctor_variants =
		(const char *const[]){"-y", "-s", "--signals --stack user,kernel", "-P /etc/ --slower 1ms", NULL},
};
