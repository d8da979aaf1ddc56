// SPDX-License-Identifier: GPL-2.0-or-later
#include "fields.h"

#include "base/stack_store.h"
#include "session/tool.h"
#include "sys/errnos.h"
#include "sys/ksyms.h"
#include "sys/stack_ends.h"
#include "sys/stack_lines.h"
#include "lines.h"
#include "decode.h"
#include "event_text.h"
#include "replay.h"
#include "rows.h"
#include "trace.h"

#include <inttypes.h>
#include <string.h>

uint64_t trace_base_ns;

static int format_time(char *to, size_t size, const struct field *f, const void *row)
{
	int64_t since = (int64_t)((const struct trace_row *)row)->time_ns - (int64_t)trace_base_ns;
	int64_t us = (trace.relative ? rows_since() : since) / 1000;

	(void)f;
	return snprintf(to, size, "%s%" PRId64 ".%06" PRId64, us < 0 ? "-" : "", (us < 0 ? -us : us) / 1000000,
					(us < 0 ? -us : us) % 1000000);
}

static int format_duration(char *to, size_t size, const struct field *f, const void *row)
{
	(void)f;
	return lines_duration(to, size, row);
}

static int format_task(char *to, size_t size, const struct field *f, const void *row)
{
	const struct trace_row *r = row;

	(void)f;
	return snprintf(to, size, "%.15s/%u", r->comm, r->tid);
}

/* What cannot be made again of the row: names that another kernel and another process had */
static bool as_recorded(char *to, size_t size, const char *column, size_t *length)
{
	size_t n;
	const char *text = replay_column(column, &n);

	if (!text)
		return false;
	n = n < size ? n : size - 1;
	if (n)
		memcpy(to, text, n);
	to[n] = '\0';
	*length = n;
	return true;
}

/* In a recording, for who does not know such rows */
static int format_line(char *to, size_t size, const struct field *f, const void *row)
{
	(void)f;
	return lines_text(to, size, row);
}

static int format_row(char *to, size_t size, const struct field *f, const void *row)
{
	size_t n = sizeof(struct trace_row) + ((const struct trace_row *)row)->length;

	(void)f;
	if (n > size)
		return 0;
	memcpy(to, row, n);
	return (int)n;
}

static int format_text(char *to, size_t size, const struct field *f, const void *row)
{
	(void)f;
	if (trace.format == TRACE_AS_STRACE)
		return lines_strace(to, size, row);
	return trace.format == TRACE_AS_PERF ? lines_perf(to, size, row) : lines_text(to, size, row);
}

static bool is_call(const struct trace_row *row)
{
	return row->kind <= TRACE_NO_RETURN;
}

static int format_type(char *to, size_t size, const struct field *f, const void *row)
{
	static const char *const names[] = {"call",	  "unfinished", "resumed", "no-return",
										"signal", "exit",		"event",   "fault"};
	const struct trace_row *r = row;

	(void)f;
	return snprintf(to, size, "%s", r->kind < sizeof(names) / sizeof(names[0]) ? names[r->kind] : "?");
}

static bool has_call(const struct field *f, const void *row)
{
	(void)f;
	return is_call(row);
}

static int format_call(char *to, size_t size, const struct field *f, const void *row)
{
	if (!has_call(f, row))
		return snprintf(to, size, "%s", "");
	return decode_name(to, size, ((const struct trace_row *)row)->call);
}

static bool has_result(const struct field *f, const void *row)
{
	const struct trace_row *r = row;

	(void)f;
	if (r->kind == TRACE_EXIT)
		return !(r->flags & TRACE_NO_ENTRY);
	return r->kind == TRACE_CALL || r->kind == TRACE_RESUMED || r->kind == TRACE_SIGNAL;
}

static bool has_error(const struct field *f, const void *row)
{
	const struct trace_row *r = row;

	return is_call(r) && has_result(f, row) && r->ret < 0 && r->ret >= -ERRNO_LAST;
}

static int format_error(char *to, size_t size, const struct field *f, const void *row)
{
	if (!has_error(f, row)) /* what a recording shows, where nobody asks what is known */
		return snprintf(to, size, "%s", "");
	return errno_name(to, size, (int)((const struct trace_row *)row)->ret);
}

/* Items, each with its NUL */
static int format_raw(char *to, size_t size, const struct field *f, const void *row)
{
	const struct trace_row *r = row;
	size_t n = 0;

	(void)f;
	for (int i = 0; is_call(r) && i < TRACE_ARGS && n < size; i++)
		n += (size_t)snprintf(to + n, size - n, "%#" PRIx64, (uint64_t)r->args[i]) + 1;
	return (int)n;
}

static bool has_event(const struct field *f, const void *row)
{
	const struct trace_row *r = row;

	(void)f;
	return r->kind == TRACE_EVENT || r->kind == TRACE_FAULT;
}

static int format_event(char *to, size_t size, const struct field *f, const void *row)
{
	return snprintf(to, size, "%s", has_event(f, row) ? event_name(row) : "");
}

static int format_arguments(char *to, size_t size, const struct field *f, const void *row)
{
	if (has_event(f, row))
		return event_pairs(to, size, row);
	return is_call(row) ? decode_arguments(to, size, row) : 0;
}

static bool has_latency(const struct field *f, const void *row)
{
	const struct trace_row *r = row;

	return is_call(r) && has_result(f, row) && !(r->flags & TRACE_NO_ENTRY);
}

/* ---- stacks ---- */

static const struct trace_piece *next_stack(const struct trace_row *row, uint32_t *at)
{
	while (row->length >= *at + sizeof(struct trace_piece)) {
		const struct trace_piece *piece = (const void *)(row->pieces + *at);

		*at += (uint32_t)sizeof(*piece) + (piece->length + 7U) / 8 * 8;
		if (*at <= row->length && piece->what == TRACE_STACK)
			return piece;
	}
	return NULL;
}

/* A line for each address; the first of the kernel's may be the tracing's own */
static size_t add_stack(char *to, size_t size, const struct trace_row *row, const struct trace_piece *piece)
{
	const struct stored_stack *stack;
	uint32_t first = 0;
	uint64_t hash = 0;

	if (piece->length >= sizeof(hash))
		memcpy(&hash, piece + 1, sizeof(hash));
	stack = stack_store_find(hash);
	if (stack && piece->arg)
		first = ksym_first_frame(stack->frames, stack->n);
	else if (stack)
		stack_ends_add(row->pid, stack->frames, stack->n, stack->flags, 1);
	return stack_lines(to, size, stack, piece->arg ? 0 : row->pid, first, '\n');
}

static int format_stack(char *to, size_t size, const struct field *f, const void *row)
{
	const struct trace_piece *piece;
	size_t used = 0;

	*to = '\0';
	if (as_recorded(to, size, f->name, &used))
		return (int)used;
	for (int kernel = 1; kernel >= 0; kernel--)
		for (uint32_t at = 0; (piece = next_stack(row, &at));)
			if (piece->arg == kernel)
				used += add_stack(to + used, size - used, row, piece);
	return (int)used;
}

enum { ROW, TIME_, CPU, DURATION, TASK, STACK };

static struct field fields[] = {
	[ROW] = {.name = "row", .kind = FIELD_ROW, .flags = FIELD_OFF | FIELD_RECORDED, .format = format_row},
	[TIME_] = FIELD_MADE("times", format_time, FIELD_TEXT_ONLY | FIELD_REMADE, 12, .title = "TIME"),
	[CPU] = FIELD(struct trace_row, cpu, FIELD_U32, FIELD_OFF, 3),
	[DURATION] = FIELD_MADE("duration", format_duration, FIELD_TEXT_ONLY | FIELD_REMADE, 8, .title = "DURATION"),
	[TASK] = FIELD_MADE("task", format_task, FIELD_TEXT_ONLY | FIELD_REMADE, -16, .title = "TASK"),
	[STACK] = FIELD_MADE("stack", format_stack, FIELD_LINES, 0),
	FIELD_MADE("text", format_text, FIELD_TEXT_ONLY | FIELD_ESCAPED | FIELD_REMADE, 0, .title = "CALL"),
	FIELD_MADE("type", format_type, FIELD_HIDDEN, 0),
	FIELD(struct trace_row, comm, FIELD_CHARS, FIELD_HIDDEN | FIELD_TASK, 0),
	FIELD(struct trace_row, pid, FIELD_U32, FIELD_HIDDEN | FIELD_TASK, 0),
	FIELD(struct trace_row, tid, FIELD_U32, FIELD_HIDDEN | FIELD_TASK, 0),
	FIELD(struct trace_row, uid, FIELD_U32, FIELD_HIDDEN | FIELD_BPF_ONLY | FIELD_TASK, 0),
	FIELD_MADE("syscall", format_call, FIELD_HIDDEN, 0, .known = has_call),
	FIELD_MADE("event", format_event, FIELD_HIDDEN, 0, .known = has_event),
	FIELD_MADE("args", format_arguments, FIELD_HIDDEN | FIELD_PAIRS | FIELD_REMADE, 0),
	FIELD_MADE("raw", format_raw, FIELD_HIDDEN | FIELD_ITEMS | FIELD_REMADE, 0),
	FIELD(struct trace_row, ret, FIELD_S64, FIELD_HIDDEN, 0, .known = has_result),
	FIELD_MADE("error", format_error, FIELD_HIDDEN, 0, .known = has_error),
	FIELD(struct trace_row, latency_ns, FIELD_NS, FIELD_HIDDEN, 0, .known = has_latency),
	FIELD_MADE("line", format_line, FIELD_OFF | FIELD_RECORDED | FIELD_HIDDEN, 0),
};
static const struct schema schema = {SCHEMA_FIELDS(fields), .row_size = sizeof(struct trace_row), .begins = true};

const struct schema *fields_prepare(struct session *s)
{
	if (!trace.stacks)
		fields[STACK].flags |= FIELD_OFF;
	s->reads_processes = (trace.stacks & 1 || trace.faults) && !s->dat;
	if (trace.stacks & 2 && !s->dat)
		ksyms_needed();
	field_show(&fields[CPU], trace.cpu_column);
	for (int i = TIME_; i <= TASK; i++)
		if (trace.format != TRACE_LINES && !s->set->json)
			fields[i].flags |= FIELD_OFF;
	return &schema;
}
