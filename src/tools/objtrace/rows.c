// SPDX-License-Identifier: GPL-2.0-or-later
#include "rows.h"

#include "probe/receivers.h"
#include "probe/show.h"
#include "sys/ksyms.h"
#include "tools/functions/duration.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define ENDS 1 /* object_row.ended */

static struct {
	uint64_t taken, freed;
} counted;

/* ---- what the row's function is ---- */

static int function_text(char *to, size_t size, const struct object_row *row)
{
	if (!row->function)
		return snprintf(to, size, "%s", objtrace.functions.list[0].name);
	return ksym_name(to, size, row->function);
}

static const struct receiver *receiver_of(const struct object_row *row)
{
	char name[128];

	function_text(name, sizeof(name), row);
	return receiver_find(name);
}

void objtrace_row(struct session *s, struct object_row *row)
{
	const struct receiver *r = receiver_of(row);

	if (r) /* other registers have what was left there */
		row->arguments &= receiver_arguments(r) | OBJECT_TAKEN;
	if (!row->arguments)
		return;
	counted.freed += row->ended == ENDS;
	counted.taken += row->ended != ENDS && row->arguments & OBJECT_TAKEN;
	session_event(s, row);
	if (counted.freed == objtrace.most && !s->command) {
		s->stop = true;
		s->stopped = "freed";
	}
}

int objtrace_note(const struct session *s, char *to, size_t size)
{
	if (s->dat) /* the rows are as they were recorded */
		return 0;
	if (!counted.taken)
		return snprintf(to, size, "no object was taken: no event of the probe passed");
	return snprintf(to, size, "%" PRIu64 " object%s taken, %" PRIu64 " freed", counted.taken,
					counted.taken == 1 ? "" : "s", counted.freed);
}

/* ---- fields ---- */

static const struct object_row *row_of(const void *row)
{
	return row;
}

static int format_function(char *to, size_t size, const struct field *f, const void *row)
{
	(void)f;
	return function_text(to, size, row);
}

/* Of the frames the function itself, in which fexit is called, and what belongs to the tracing are left out. */
static uint64_t caller_of(const struct object_row *row)
{
	char function[128], frame[128];
	uint32_t n = 0, i;

	if (row->caller)
		return row->caller;
	while (n < OBJECT_FRAMES && row->frames[n])
		n++;
	i = ksym_first_frame((const uint64_t *)row->frames, n);
	if (i >= n)
		return 0;
	function_text(function, sizeof(function), row);
	ksym_name(frame, sizeof(frame), row->frames[i]);
	i += !strcmp(frame, function);
	return i < n ? row->frames[i] : 0;
}

/* A function whose return is probed returns to one of these: the caller is hidden. */
static bool is_trampoline(const char *name)
{
	return strstr(name, "rethook_trampoline") || strstr(name, "kretprobe_trampoline") ||
		   !strcmp(name, "return_to_handler");
}

static int format_caller(char *to, size_t size, const struct field *f, const void *row)
{
	uint64_t caller = caller_of(row);
	int n = caller ? ksym_name(to, size, caller) : 0;

	(void)f;
	return n && !is_trampoline(to) ? n : snprintf(to, size, "?");
}

static int format_call(char *to, size_t size, const struct field *f, const void *row)
{
	int at = format_function(to, size, f, row);

	if (at + 4 >= (int)size)
		return at;
	at += snprintf(to + at, size - (size_t)at, " <-");
	return at + format_caller(to + at, size - (size_t)at, f, row);
}

static int format_object(char *to, size_t size, const struct field *f, const void *row)
{
	return snprintf(to, size, "0x%" PRIx64, (uint64_t)field_integer(f, row));
}

/* Names of the arguments that are the object; what the probe names where it takes it, "freed" where it ends */
static int format_argument(char *to, size_t size, const struct field *f, const void *row)
{
	const struct object_row *r = row;
	const struct receiver *receiver = receiver_of(r);
	int at = 0;

	(void)f;
	if (r->ended == ENDS)
		return snprintf(to, size, "freed");
	*to = '\0';
	for (unsigned i = 0; i < CALL_ARGS && at < (int)size; i++) {
		const char *name = receiver ? receiver_argument(receiver, i) : NULL;

		if (!(r->arguments & 1U << i))
			continue;
		at += name ? snprintf(to + at, size - (size_t)at, "%s%s", at ? "," : "", name)
				   : snprintf(to + at, size - (size_t)at, "%sarg%u", at ? "," : "", i + 1);
	}
	if (at)
		return at < (int)size ? at : (int)size - 1;
	return snprintf(to, size, "%s", objtrace.taker.probe.arguments[0].name);
}

static int value_text(char *to, size_t size, uint64_t value)
{
	return show_value(to, size, objtrace.value.show, objtrace.value.btf_type, value);
}

static int format_number(char *to, size_t size, const struct field *f, const void *row)
{
	return value_text(to, size, (uint64_t)field_integer(f, row));
}

/* "5", or "5->6" where the call changed it */
static int format_values(char *to, size_t size, const struct field *f, const void *row)
{
	const struct object_row *r = row;
	int at = value_text(to, size, r->before);

	(void)f;
	if (!r->returned || r->ended || r->before == r->after || at + 3 >= (int)size)
		return at;
	at += snprintf(to + at, size - (size_t)at, "->");
	return at + value_text(to + at, size - (size_t)at, r->after);
}

static int format_duration(char *to, size_t size, const struct field *f, const void *row)
{
	if (!row_of(row)->returned)
		return snprintf(to, size, "%11s", "-");
	return duration_text(to, size, (uint64_t)field_integer(f, row));
}

static int format_freed(char *to, size_t size, const struct field *f, const void *row)
{
	(void)f;
	return snprintf(to, size, "%s", row_of(row)->ended == ENDS ? "true" : "false");
}

static bool has_returned(const struct field *f, const void *row)
{
	(void)f;
	return row_of(row)->returned;
}

static bool is_alive(const struct field *f, const void *row)
{
	return has_returned(f, row) && !row_of(row)->ended;
}

enum { UPTIME, COMM, TID, PID, UID, CPU, OBJECT, ARGUMENT, VALUES, BEFORE, AFTER, LATENCY, DURATION, CALL, FUNC };
static struct field fields[] = {
	[UPTIME] = FIELD_AS("times", struct object_row, time_ns, FIELD_UPTIME, FIELD_TEXT_ONLY, -14, .title = "TIMEs"),
	[COMM] = FIELD(struct object_row, comm, FIELD_CHARS, FIELD_TASK, -15),
	[TID] = FIELD(struct object_row, tid, FIELD_U32, FIELD_TASK, -7, .spare = 2),
	[PID] = FIELD(struct object_row, pid, FIELD_U32, FIELD_TASK | FIELD_HIDDEN, 0),
	[UID] = FIELD(struct object_row, uid, FIELD_U32, FIELD_TASK | FIELD_HIDDEN | FIELD_BPF_ONLY, 0),
	[CPU] = FIELD(struct object_row, cpu, FIELD_U32, FIELD_HIDDEN, 0),
	[OBJECT] = FIELD_MADE_OF("object", struct object_row, object, format_object, 0, -18, .spare = 1),
	[ARGUMENT] = FIELD_MADE("arg", format_argument, 0, -8),
	[VALUES] = FIELD_MADE("values", format_values, FIELD_TEXT_ONLY | FIELD_OFF, -22, .title = "VALUE"),
	[BEFORE] = FIELD_MADE_OF("value", struct object_row, before, format_number, FIELD_HIDDEN | FIELD_OFF, 0),
	[AFTER] = FIELD_MADE_OF("value_after", struct object_row, after, format_number, FIELD_HIDDEN | FIELD_OFF, 0,
							.known = is_alive),
	[LATENCY] = FIELD(struct object_row, latency_ns, FIELD_NS, FIELD_HIDDEN, 0, .known = has_returned),
	[DURATION] = FIELD_MADE_OF("duration", struct object_row, latency_ns, format_duration, FIELD_TEXT_ONLY,
							   -DURATION_WIDTH, .spare = 3),
	[CALL] = FIELD_MADE("call", format_call, FIELD_TEXT_ONLY, 0, .title = "FUNCTION <-CALLER"),
	[FUNC] = FIELD_MADE("func", format_function, FIELD_HIDDEN, 0),
	FIELD_MADE("caller", format_caller, FIELD_HIDDEN, 0),
	FIELD_MADE("freed", format_freed, FIELD_HIDDEN | FIELD_BOOLEAN, 0),
};
const struct schema objtrace_schema = {SCHEMA_FIELDS(fields), .row_size = sizeof(struct object_row), .begins = true};

void objtrace_show_values(void)
{
	const enum probe_show show = objtrace.value.show;

	fields[VALUES].flags &= ~(unsigned)FIELD_OFF;
	for (int i = BEFORE; i <= AFTER; i++) {
		fields[i].flags &= ~(unsigned)FIELD_OFF;
		if (show == SHOW_SIGNED || show == SHOW_UNSIGNED)
			fields[i].kind = show == SHOW_SIGNED ? FIELD_S64 : FIELD_U64;
		if (show == SHOW_BOOL)
			fields[i].flags |= FIELD_BOOLEAN;
	}
}
