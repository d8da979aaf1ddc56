// SPDX-License-Identifier: GPL-2.0-or-later
#include "lines.h"

#include "base/escape.h"
#include "base/units.h"
#include "sys/signals.h"
#include "decode.h"
#include "event_text.h"
#include "faults.h"
#include "rows.h"
#include "signal_text.h"
#include "trace.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define RESULT_ROOM 128
#define PERF_RESULT 70 /* the column of perf's results */

static bool is_timed(const struct trace_row *row)
{
	return row->kind == TRACE_CALL || row->kind == TRACE_RESUMED || row->kind == TRACE_UNFINISHED;
}

int lines_duration(char *to, size_t size, const struct trace_row *row)
{
	*to = '\0';
	if (!is_timed(row))
		return 0;
	if (row->flags & TRACE_NO_ENTRY)
		return snprintf(to, size, "?");
	if (row->kind != TRACE_UNFINISHED)
		return units_ns(to, size, (double)row->latency_ns);
	*to = '>';
	return 1 + units_ns(to + 1, size - 1, (double)row->latency_ns);
}

/* A signal, an end, an event: what is no call is one text, in each format */
static bool is_text(const struct trace_row *row)
{
	return row->kind > TRACE_NO_RETURN;
}

static int add_result(char *to, size_t size, const struct trace_row *row)
{
	int n = snprintf(to, size, " = ");

	return n + decode_result(to + n, size - (size_t)n, row);
}

/* The whole call, if it has arguments of which something is read; ftrace's records have only their numbers */
static int resumed_call(char *to, size_t size, const struct trace_row *row)
{
	int known, begin = snprintf(to, size, "... "), n = begin;

	n += decode_call_known(to + n, size - (size_t)n - RESULT_ROOM, row, &known);
	if (begin + known == n - 1)
		n = begin + decode_name(to + begin, size - (size_t)begin, row->call);
	return n + snprintf(to + n, size - (size_t)n, " resumed");
}

int lines_text(char *to, size_t size, const struct trace_row *row)
{
	int n;

	if (row->kind == TRACE_SIGNAL)
		return signal_text(to, size, row);
	if (row->kind == TRACE_EXIT)
		return signal_exit_text(to, size, row);
	if (row->kind == TRACE_FAULT)
		return fault_line(to, size, row, trace.format == TRACE_AS_PERF);
	if (row->kind == TRACE_EVENT)
		return event_line(to, size, row, trace.format == TRACE_AS_PERF ? ": " : "=");
	if (row->kind == TRACE_RESUMED) {
		n = resumed_call(to, size, row);
		return n + add_result(to + n, size - (size_t)n, row);
	}
	n = decode_call(to, size - RESULT_ROOM, row);
	if (row->kind == TRACE_UNFINISHED)
		return n + snprintf(to + n, size - (size_t)n, row->flags & TRACE_DETACHED ? " <detached ...>" : " ...");
	return n + add_result(to + n, size - (size_t)n, row);
}

/* ---- strace -f -ttt -T ---- */

/* Both lines together are the call: the second begins with the first argument of which something is read. */
static int strace_resumed(char *to, size_t size, const struct trace_row *row)
{
	int n = snprintf(to, size, "<... "), known, length;

	n += decode_name(to + n, size - (size_t)n, row->call);
	n += snprintf(to + n, size - (size_t)n, " resumed>");
	length = decode_call_known(to + n, size - (size_t)n, row, &known) - known;
	memmove(to + n, to + n + known, (size_t)length + 1);
	return n + length;
}

static int strace_unfinished(char *to, size_t size, const struct trace_row *row)
{
	int n;

	decode_call_known(to, size - RESULT_ROOM, row, &n);
	return n + snprintf(to + n, size - (size_t)n, "%s",
						row->flags & TRACE_DETACHED ? " <detached ...>" : " <unfinished ...>");
}

static int strace_call(char *to, size_t size, const struct trace_row *row)
{
	int n;

	if (row->kind == TRACE_UNFINISHED)
		return strace_unfinished(to, size, row);
	if (row->kind == TRACE_RESUMED)
		n = strace_resumed(to, size - RESULT_ROOM, row);
	else
		n = decode_call(to, size - RESULT_ROOM, row);
	while (n < 39)
		to[n++] = ' ';
	n += add_result(to + n, size - (size_t)n, row);
	if (row->kind != TRACE_NO_RETURN)
		n += snprintf(to + n, size - (size_t)n, " <%" PRIu64 ".%06" PRIu64 ">", (uint64_t)row->latency_ns / 1000000000,
					  (uint64_t)row->latency_ns / 1000 % 1000000);
	return n;
}

/* -ttt, or -r */
static int strace_time(char *to, size_t size, const struct trace_row *row)
{
	uint64_t us = units_wall(rows_time(row)) / 1000;
	int64_t since = rows_since() / 1000;

	if (!trace.relative)
		return snprintf(to, size, "%" PRIu64 ".%06" PRIu64 " ", us / 1000000, us % 1000000);
	us = (uint64_t)(since < 0 ? -since : since);
	return snprintf(to, size, "%s%*" PRIu64 ".%06" PRIu64 " ", since < 0 ? "-" : "", since < 0 ? 5 : 6, us / 1000000,
					us % 1000000);
}

int lines_strace(char *to, size_t size, const struct trace_row *row)
{
	int n = snprintf(to, size, "%-5u ", row->tid);

	n += strace_time(to + n, size - (size_t)n, row);

	if (is_text(row))
		return n + lines_text(to + n, size - (size_t)n, row);
	return n + strace_call(to + n, size - (size_t)n, row);
}

/* ---- perf trace ---- */

static int perf_head(char *to, size_t size, const struct trace_row *row)
{
	double ms = ((double)row->time_ns - (double)trace_base_ns) / 1e6;
	char comm[ESCAPED_SIZE(TASK_COMM)];
	int n;

	escape_text(comm, sizeof(comm), row->comm, strnlen(row->comm, sizeof(row->comm)));
	if (row->kind == TRACE_FAULT) /* perf has no duration of it, and says 0 */
		n = snprintf(to, size, "%10.3f ( 0.000 ms): ", ms);
	else if (is_timed(row) && row->kind != TRACE_UNFINISHED && !(row->flags & TRACE_NO_ENTRY))
		n = snprintf(to, size, "%10.3f (%6.3f ms): ", ms, (double)row->latency_ns / 1e6);
	else
		n = snprintf(to, size, "%10.3f (         ): ", ms);
	return n + snprintf(to + n, size - (size_t)n, "%s/%u ", comm, row->tid);
}

int lines_perf(char *to, size_t size, const struct trace_row *row)
{
	int n = perf_head(to, size, row), begin = n;

	if (is_text(row))
		return n + lines_text(to + n, size - (size_t)n, row);
	if (row->kind == TRACE_RESUMED) {
		n += snprintf(to + n, size - (size_t)n, " ... [continued]: ");
		n += decode_name(to + n, size - (size_t)n, row->call);
		n += snprintf(to + n, size - (size_t)n, "())");
	} else {
		n += decode_call(to + n, size - (size_t)n - RESULT_ROOM, row);
	}
	if (row->kind == TRACE_UNFINISHED)
		return n + snprintf(to + n, size - (size_t)n, " ...");
	while (n - begin < PERF_RESULT - 2)
		to[n++] = ' ';
	return n + add_result(to + n, size - (size_t)n, row);
}
