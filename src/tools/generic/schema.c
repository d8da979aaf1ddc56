// SPDX-License-Identifier: GPL-2.0-or-later
#include "schema.h"

#include "probe/fields.h"
#include "probe/show.h"
#include "sys/ksyms.h"
#include "frames.h"
#include "plan.h"
#include "tracepoints.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define PROBE_ROW_TEXT 4096
#define FIELDS (PROBE_FETCHES + 14)

static struct field fields[FIELDS];
static char names[PROBE_FETCHES][PROBE_NAME + 8];
static const struct generic *shown; /* what functions that format fields know of the session */
static struct schema schema = {.fields = fields, .unit = HIST_COUNT};

/* ---- numbers ---- */

/* An address in the kernel; of user functions the place in the list, from 1; 0: not known, or there is only one */
static int function_name(char *to, size_t size, uint64_t function)
{
	const struct probe *p = &shown->probe;

	if (function && p->target == TARGET_USER)
		return snprintf(to, size, "%s", function <= p->found.n ? p->found.list[function - 1].name : "?");
	if (function)
		return ksym_name(to, size, function);
	if (p->is_event_probe) /* as the kernel prints it */
		return snprintf(to, size, "%s.%s", p->symbol, p->name);
	return snprintf(to, size, "%s", p->found.n == 1 ? p->found.list[0].name : p->symbol);
}

static int value_text(char *to, size_t size, const struct probe_argument *a, uint64_t value)
{
	if (a->show == SHOW_SYMBOL && a->fetch.base == PROBE_FUNCTION)
		return function_name(to, size, value);
	return show_value(to, size, a->show, a->btf_type, value);
}

static const struct probe_row *row_of(const void *row)
{
	return row;
}

static size_t offset_of_key(unsigned key)
{
	size_t words = 0;

	for (unsigned i = 0; i < key; i++)
		words += generic_words(&shown->probe.arguments[shown->keys[i]]);
	return words * sizeof(uint64_t);
}

static int format_number(char *to, size_t size, const struct field *f, const void *row)
{
	return value_text(to, size, f->of, (uint64_t)field_integer(f, row));
}

/* ---- fields ---- */

static struct field *add(struct field f)
{
	fields[schema.nfields] = f;
	return &fields[schema.nfields++];
}

static const char *name_of(unsigned i, const char *name)
{
	snprintf(names[i], sizeof(names[i]), "%s", name + (*name == '$'));
	return names[i];
}

/* A key that is of the task or the probe, not one of the probe's arguments: its name is ours. "comm=$pid" is not. */
static bool is_ours(unsigned i)
{
	static const struct {
		const char *name;
		enum probe_base base;
	} ours[] = {{"comm", PROBE_COMM}, {"pid", PROBE_PID}, {"tid", PROBE_TID},
				{"uid", PROBE_UID},	  {"cpu", PROBE_CPU}, {"func", PROBE_FUNCTION}};
	const struct probe_argument *a = &shown->probe.arguments[i];

	for (size_t n = 0; n < sizeof(ours) / sizeof(ours[0]); n++)
		if (a->from == FROM_ELSEWHERE && a->fetch.base == ours[n].base)
			return !strcmp(a->name + (*a->name == '$'), ours[n].name);
	return false;
}

static struct field number_field(unsigned i, size_t offset)
{
	const struct probe_argument *a = &shown->probe.arguments[i];
	struct field f = {.name = name_of(i, a->name), .offset = offset, .size = 8, .width = 10};

	f.kind = a->show == SHOW_SIGNED								? FIELD_S64
			 : a->show == SHOW_UNSIGNED || a->show == SHOW_TIME ? FIELD_U64
																: FIELD_TEXT;
	if (f.kind == FIELD_TEXT) {
		f.format = format_number;
		f.flags = a->show == SHOW_BOOL ? FIELD_BOOLEAN : 0;
		f.of = a;
		f.width = -20;
	}
	return f;
}

static struct field text_field(unsigned i, size_t offset, size_t size)
{
	return (struct field){.name = name_of(i, shown->probe.arguments[i].name),
						  .kind = FIELD_CHARS,
						  .offset = offset,
						  .size = size,
						  .width = size == TASK_COMM ? -16 : -32};
}

static int format_folded(char *to, size_t size, const struct field *f, const void *row)
{
	(void)f;
	return generic_folded(shown, to, size, row);
}

static int format_stacks(char *to, size_t size, const struct field *f, const void *row)
{
	(void)f;
	return generic_stack(shown, to, size, row);
}

static void add_keys(const struct generic *g)
{
	for (unsigned k = 0; k < g->nkeys; k++) {
		const struct probe_argument *a = &g->probe.arguments[g->keys[k]];
		size_t offset = offset_of_key(k);
		struct field *f = add(probe_is_text(a) ? text_field(g->keys[k], offset, generic_words(a) * sizeof(uint64_t))
											   : number_field(g->keys[k], offset));

		f->flags |= FIELD_KEY | (is_ours(g->keys[k]) ? 0 : FIELD_ARGUMENT);
	}
	if (g->plan.value_signed)
		add((struct field)FIELD_MADE("sign", sign_field, FIELD_KEY, -8, .offset = (g->key_words - 1) * sizeof(uint64_t),
									 .size = sizeof(uint64_t)));
}

static int compare(const void *a, const void *b)
{
	size_t key = schema.key_size;
	uint64_t x, y;

	memcpy(&x, (const char *)a + key, sizeof(x));
	memcpy(&y, (const char *)b + key, sizeof(y));
	if (schema_has_hist(&schema)) {
		x = hist_count(schema_hist(&schema, a));
		y = hist_count(schema_hist(&schema, b));
	}
	return x < y ? -1 : x > y ? 1 : memcmp(a, b, key);
}

/* As it always was, and for what stacks.c and pictures make of it */
static void add_stacks(void)
{
	add((struct field)FIELD_MADE("folded", format_folded, FIELD_KEY, 0, .title = "STACK"));
	add((struct field)FIELD_MADE("stack", format_stacks, FIELD_KEY | FIELD_HIDDEN | FIELD_STACK, 0));
}

static void add_totals(const struct generic *g)
{
	size_t key = g->key_words * sizeof(uint64_t);

	add_keys(g);
	schema.key_size = key;
	schema.compare = compare;
	if (g->view == PROBE_HIST) {
		add((struct field){.name = g->latency ? "latency" : g->value_name,
						   .kind = FIELD_HIST,
						   .offset = key,
						   .size = sizeof(struct hist)});
		schema.row_size = key + sizeof(struct hist);
		schema.unit = g->latency ? HIST_NS : HIST_COUNT;
		return;
	}
	add((struct field){
		.name = "count", .kind = FIELD_U64, .offset = key, .size = 8, .width = 10, .spare = g->view == PROBE_SUM});
	if (g->view == PROBE_SUM)
		add((struct field){.name = "sum",
						   .kind = g->probe.arguments[g->plan.value].fetch.is_signed ? FIELD_S64 : FIELD_U64,
						   .offset = key + 8,
						   .size = 8,
						   .width = 16});
	if (g->view == PROBE_STACKS)
		add_stacks();
	schema.row_size = key + (g->view == PROBE_SUM ? sizeof(struct probe_sum) : 8);
}

/* ---- rows ---- */

static const char *text_of(const struct generic *g, const void *row, unsigned i)
{
	return (const char *)row + g->plan.layout.texts + (size_t)g->probe.arguments[i].fetch.text * PROBE_TEXT;
}

/* A quotation mark inside is there twice, so that none ends what it does not begin. The length */
static int quoted(char *to, int size, int at, const char *text, size_t n)
{
	int from = at;

	n = strnlen(text, n);
	if (at + 3 + 2 * (int)n > size)
		return 0;
	to[at++] = '"';
	for (size_t i = 0; i < n; i++) {
		to[at++] = text[i];
		if (text[i] == '"')
			to[at++] = '"';
	}
	to[at++] = '"';
	to[at] = '\0';
	return at - from;
}

/* name=value ... as trace files have it; untrusted strings in quotes, escaped by whoever prints */
static int arguments_text(char *to, size_t size, const void *row)
{
	const struct generic *g = shown;
	char value[256];
	int at = 0;

	for (unsigned i = 0; i < g->probe.narguments && at < (int)size; i++) {
		const struct probe_argument *a = &g->probe.arguments[i];

		if (a->hidden)
			continue;
		at += snprintf(to + at, size - (size_t)at, " %s=", a->name);
		if (probe_is_text(a))
			at += quoted(to, (int)size, at, text_of(g, row, i), a->fetch.base == PROBE_COMM ? TASK_COMM : PROBE_TEXT);
		else {
			value_text(value, sizeof(value), a, row_of(row)->values[i]);
			at += snprintf(to + at, size - (size_t)at, "%s", value);
		}
	}
	return at;
}

/* "name: 0x7f83..." of the record becomes name: "/etc/passwd", if that was read while the event happened. */
static int put_string(char *text, size_t size, int length, const char *name, const char *string)
{
	char key[PROBE_NAME + 8], rest[PROBE_ROW_TEXT];
	char *at;
	int n;

	snprintf(key, sizeof(key), "%s: 0x", name);
	at = strstr(text, key);
	/* a name inside another name, as old_path and path, comes after no blank */
	while (at && at > text && at[-1] != ' ')
		at = strstr(at + 1, key);
	if (!at || !strcmp(string, "(fault)"))
		return length;
	at += strlen(name) + 2;
	snprintf(rest, sizeof(rest), "%s", at + 2 + strspn(at + 2, "0123456789abcdef"));
	n = quoted(text, (int)size, (int)(at - text), string, PROBE_TEXT);
	if (!n)
		return length;
	return (int)(at - text) + n + snprintf(at + n, size - (size_t)(at - text) - (size_t)n, "%s", rest);
}

static int record_text(char *to, size_t size, const void *row)
{
	const struct generic *g = shown;
	int n = probe_fields_text(tracepoints_of(g, row), to, size, (const char *)row + g->plan.layout.record,
							  g->plan.layout.record_size);

	for (unsigned i = 0; i < g->probe.narguments && g->reads_strings && !settings.json && n < (int)size; i++) {
		const struct probe_argument *a = &g->probe.arguments[i];

		if (probe_is_text_address(a) && !a->hidden)
			n = put_string(to, size, n, a->name, text_of(g, row, i));
	}
	return n;
}

static int format_event(char *to, size_t size, const struct field *f, const void *row)
{
	const struct generic *g = shown;
	char function[200] = "";
	const char *own = g->probe.event_name;
	int at = snprintf(to, size, "%s:", *own ? own : tracepoints_of(g, row)->name);

	(void)f;
	if (g->plan.layout.record_size) {
		to[at++] = ' ';
		return at + record_text(to + at, size - (size_t)at, row);
	}
	function_name(function, sizeof(function), row_of(row)->function);
	at += snprintf(to + at, size - (size_t)at, " (%s)", function);
	return at < (int)size ? at + arguments_text(to + at, size - (size_t)at, row) : at;
}

static int format_stack(char *to, size_t size, const struct field *f, const void *row)
{
	const struct probe_row *r = row;
	int at = generic_frames(shown, to, size, r->kernel, 0);

	(void)f;
	return at + generic_frames(shown, to + at, size - (size_t)at, r->user, r->pid);
}

static void add_rows(const struct generic *g)
{
	static const struct field fixed[] = {
		FIELD_AS("uptime", struct probe_row, time_ns, FIELD_UPTIME, FIELD_TEXT_ONLY, -16, .title = "TIME", .spare = 2),
		FIELD(struct probe_row, comm, FIELD_CHARS, FIELD_TASK, -16),
		FIELD(struct probe_row, pid, FIELD_U32, FIELD_HIDDEN | FIELD_TASK, 7),
		FIELD(struct probe_row, tid, FIELD_U32, FIELD_TASK, 7),
		FIELD(struct probe_row, uid, FIELD_U32, FIELD_HIDDEN | FIELD_TASK | FIELD_BPF_ONLY, 0),
		FIELD(struct probe_row, cpu, FIELD_U32, 0, 3, .spare = 1),
		FIELD_MADE("event", format_event, 0, 0),
	};

	for (size_t i = 0; i < sizeof(fixed) / sizeof(fixed[0]); i++)
		add(fixed[i]);
	for (unsigned i = 0; i < g->probe.narguments; i++) {
		const struct probe_argument *a = &g->probe.arguments[i];

		if (a->hidden)
			continue;
		add(probe_is_text(a) ? text_field(i, g->plan.layout.texts + (size_t)a->fetch.text * PROBE_TEXT,
										  a->fetch.base == PROBE_COMM ? TASK_COMM : PROBE_TEXT)
							 : number_field(i, offsetof(struct probe_row, values) + i * sizeof(uint64_t)))
			->flags |=
			FIELD_HIDDEN | FIELD_ARGUMENT | (probe_is_text_address(a) && !g->probe.is_event_probe ? FIELD_BPF_ONLY : 0);
	}
	if (g->stacks)
		add((struct field)FIELD_MADE("stack", format_stack, FIELD_LINES, 0));
	schema.key_size = 0;
	schema.row_size = g->plan.layout.size;
}

const struct schema *generic_schema(const struct generic *g)
{
	shown = g;
	schema.nfields = 0;
	if (g->view == PROBE_ROWS)
		add_rows(g);
	else
		add_totals(g);
	return &schema;
}
