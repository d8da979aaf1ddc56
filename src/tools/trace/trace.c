// SPDX-License-Identifier: GPL-2.0-or-later
/* trace - system calls one by one, with their arguments and results. */
#include "trace.h"

#include "base/log.h"
#include "base/units.h"
#include "session/tool.h"
#include "sys/signals.h"
#include "provisional.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct trace_options trace = {.string_limit = 32};

static const struct opt options[] = {
	OPT_TEXT('e', "expr", "LIST", &trace.calls, "only these calls: names, separated by commas"),
	OPT_FLAG('x', "failed", &trace.failed, "only calls that failed"),
	OPT_FLAG(0, "signals", &trace.signals, "signals that arrive, and ends of threads, as well"),
	OPT_DURATION(0, "slower", "TIME", &trace.slower_ns, "only calls that took at least TIME"),
	OPT_NUMBER(0, "string-limit", "BYTES", &trace.string_limit, 0, 4096, "of strings that are no paths"),
	OPT_END,
};

uint64_t trace_base_ns;

static int format_time(char *to, size_t size, const struct field *f, const void *row)
{
	const struct trace_row *r = row;
	int64_t us = ((int64_t)r->time_ns - (int64_t)trace_base_ns) / 1000;

	(void)f;
	return snprintf(to, size, "%s%" PRId64 ".%06" PRId64, us < 0 ? "-" : "", (us < 0 ? -us : us) / 1000000,
					(us < 0 ? -us : us) % 1000000);
}

static int format_duration(char *to, size_t size, const struct field *f, const void *row)
{
	const struct trace_row *r = row;

	(void)f;
	if (r->kind != TRACE_CALL && r->kind != TRACE_RESUMED && r->kind != TRACE_UNFINISHED)
		return snprintf(to, size, "%s", "");
	if (r->flags & TRACE_NO_ENTRY)
		return snprintf(to, size, "?");
	if (r->kind == TRACE_UNFINISHED)
		*to = '>', to++, size--;
	return (r->kind == TRACE_UNFINISHED) + units_ns(to, size, (double)r->latency_ns);
}

static int format_task(char *to, size_t size, const struct field *f, const void *row)
{
	const struct trace_row *r = row;

	(void)f;
	return snprintf(to, size, "%.15s/%u", r->comm, r->tid);
}

static int format_signal(char *to, size_t size, const struct trace_row *row)
{
	char name[20];

	signal_name(name, sizeof(name), (unsigned)row->ret);
	return snprintf(to, size, "--- %s ---", name);
}

static int format_exit(char *to, size_t size, const struct trace_row *row)
{
	char name[20];

	if (!(row->ret & 0x7f))
		return snprintf(to, size, "+++ exited with %" PRId64 " +++", (int64_t)(row->ret >> 8 & 0xff));
	signal_name(name, sizeof(name), (unsigned)row->ret & 0x7f);
	return snprintf(to, size, "+++ killed by %s%s +++", name, row->ret & 0x80 ? " (core dumped)" : "");
}

static int format_call(char *to, size_t size, const struct field *f, const void *data)
{
	const struct trace_row *row = data;
	int n;

	(void)f;
	if (row->kind == TRACE_SIGNAL)
		return format_signal(to, size, row);
	if (row->kind == TRACE_EXIT)
		return format_exit(to, size, row);
	if (row->kind == TRACE_RESUMED)
		n = snprintf(to, size, "... resumed");
	else
		n = provisional_text(to, size - 128, row);
	if (row->kind == TRACE_UNFINISHED)
		return n + snprintf(to + n, size - (size_t)n, " ...");
	n += snprintf(to + n, size - (size_t)n, " = ");
	return n + provisional_result(to + n, size - (size_t)n, row);
}

static struct field fields[] = {
	FIELD_MADE("times", format_time, FIELD_TEXT_ONLY, 12, .title = "TIME"),
	FIELD_MADE("duration", format_duration, FIELD_TEXT_ONLY, 8, .title = "DURATION"),
	FIELD_MADE("task", format_task, FIELD_TEXT_ONLY, -16, .title = "TASK"),
	FIELD_MADE("text", format_call, FIELD_TEXT_ONLY | FIELD_ESCAPED, 0, .title = "CALL"),
	FIELD(struct trace_row, pid, FIELD_U32, FIELD_HIDDEN | FIELD_TASK, 0),
	FIELD(struct trace_row, tid, FIELD_U32, FIELD_HIDDEN | FIELD_TASK, 0),
	FIELD(struct trace_row, uid, FIELD_U32, FIELD_HIDDEN | FIELD_TASK, 0),
	FIELD(struct trace_row, comm, FIELD_CHARS, FIELD_HIDDEN | FIELD_TASK, 0),
	FIELD(struct trace_row, ret, FIELD_S64, FIELD_HIDDEN, 0),
	FIELD(struct trace_row, latency_ns, FIELD_NS, FIELD_HIDDEN, 0),
};
static const struct schema schema = {SCHEMA_FIELDS(fields), .row_size = sizeof(struct trace_row)};

static int prepare(struct session *s)
{
	trace.unfinished = !trace.failed && !trace.succeeded && !trace.by_error;
	if (s->argc && s->command)
		return fail(-EINVAL, "unexpected argument %s; the command is after --", s->argv[0]);
	if (s->argc)
		s->command = s->argv;
	return 0;
}

const struct tool trace_tool = {
	.name = "trace",
	.summary = "System calls, one by one, with arguments and results.",
	.arguments = "[COMMAND [ARGUMENT...]]",
	.examples = "  trace ls -l               a command and its children\n"
				"  trace -p 1234             a process, until Ctrl-C\n"
				"  trace -x -e openat        failed opens of all\n",
	.unit = "calls",
	.options = options,
	.takes = TAKES_TASK | TAKES_DURATION | TAKES_COMMAND | TAKES_BUFFER,
	.max_args = -1,
	.schema = &schema,
	.view = VIEW_EVENTS,
	.prepare = prepare,
	.bpf = &trace_bpf_recipe,
};
