// SPDX-License-Identifier: GPL-2.0-or-later
#include "json_members.h"

#include "json_text.h"
#include "stack_rows.h"

#include <stdio.h>
#include <string.h>

/* Items that the character `end` ends, also the last */
static void items(const char *name, const char *text, size_t n, char end)
{
	json_array(name);
	for (size_t at = 0, length; at < n; at += length + 1) {
		const char *stop = memchr(text + at, end, n - at);

		length = stop ? (size_t)(stop - text) - at : n - at;
		json_item(text + at, length);
	}
	json_array_end();
}

/* Names, each with its value behind it. The names are our own. */
static void pairs(const char *name, const char *text, size_t n)
{
	json_object(name);
	for (size_t at = 0; at < n;) {
		const char *key = text + at, *value = key + strnlen(key, n - at) + 1;
		size_t rest = (size_t)(text + n - value), length;

		if (value >= text + n)
			break;
		length = strnlen(value, rest);
		json_string(key, value, length);
		at = (size_t)(value - text) + length + 1;
	}
	json_close();
}

/* "read (libc.so.6)", "vfs_read" */
static void frame(const char *text, size_t n)
{
	char shown[2 * FRAME_ROOM];
	struct frame f;
	int used;

	frame_read(&f, text, n);
	used = snprintf(shown, sizeof(shown), f.file_n ? "%.*s (%.*s)" : "%.*s",
					(int)(f.function_n < FRAME_ROOM ? f.function_n : FRAME_ROOM), f.function,
					(int)(f.file_n < FRAME_ROOM - 4 ? f.file_n : FRAME_ROOM - 4), f.file);
	json_item(shown, (size_t)used);
}

/* As the stacks of events: functions, the innermost first, without the command, which has a key of its own */
static void stack_member(const struct field *f, const void *row)
{
	size_t n, length;
	const char *folded = stack_rows_text(f, row, &n), *text;
	struct frames frames = frames_of(folded, n, false);

	json_array(f->name);
	while (frames_next(&frames, &text, &length) && text != folded)
		frame(text, length);
	json_array_end();
}

static void text_member(const struct field *f, const void *row)
{
	char text[SCHEMA_TEXT_MAX];
	size_t n;

	if (f->kind == FIELD_CHARS) {
		json_string(f->name, (const char *)row + f->offset, f->size);
		return;
	}
	if (f->flags & FIELD_STACK) {
		stack_member(f, row);
		return;
	}
	n = (size_t)field_text(text, sizeof(text), f, row);
	if (f->flags & FIELD_BOOLEAN)
		json_boolean(f->name, *text == 't');
	else if (f->flags & FIELD_PAIRS)
		pairs(f->name, text, n);
	else if (f->flags & (FIELD_LINES | FIELD_ITEMS))
		items(f->name, text, n, f->flags & FIELD_ITEMS ? '\0' : '\n');
	else
		json_string(f->name, text, n);
}

/* Is the name of the row's task empty? A request that the kernel itself made, a task that had ended */
static bool is_nobody(const struct schema *sc, const void *row)
{
	for (size_t i = 0; i < sc->nfields; i++)
		if (sc->fields[i].kind == FIELD_CHARS && sc->fields[i].flags & FIELD_TASK)
			return !field_not_empty(&sc->fields[i], row);
	return false;
}

bool json_known(const struct schema *schema, bool on_bpf, const struct field *f, const void *row)
{
	if (f->flags & FIELD_BPF_ONLY && !on_bpf)
		return false;
	if (f->flags & FIELD_TASK && (f->kind == FIELD_CHARS || !field_integer(f, row)) && is_nobody(schema, row))
		return false;
	return !f->known || f->known(f, row);
}

static void member(const struct schema *schema, bool on_bpf, const struct field *f, const void *row)
{
	if (!json_known(schema, on_bpf, f, row))
		json_null(f->name);
	else if (field_is_text(f))
		text_member(f, row);
	else if (f->kind == FIELD_S32 || f->kind == FIELD_S64)
		json_integer(f->name, field_integer(f, row));
	else
		json_unsigned(f->name, (uint64_t)field_integer(f, row));
}

/* Behind the last maximum, and of all of them: an object has a key once. */
static void max_exact(const struct schema *schema, const struct field *last, const void *row, const void *before)
{
	bool exact = true;

	for (size_t i = 0; i < schema->nfields; i++) {
		const struct field *f = &schema->fields[i];

		if (!(f->flags & FIELD_MAX) || f->flags & (FIELD_OFF | FIELD_TEXT_ONLY))
			continue;
		if (f > last)
			return;
		exact = exact && field_max_exact(f, row, before);
	}
	json_boolean("max_exact", exact);
}

/* Names that the user or the kernel chose are in an object of their own, so that they cannot be one of ours. */
static void arguments(const struct schema *sc, bool on_bpf, const void *row)
{
	bool any = false;

	for (size_t i = 0; i < sc->nfields; i++)
		if (sc->fields[i].flags & FIELD_ARGUMENT && !(sc->fields[i].flags & (FIELD_OFF | FIELD_TEXT_ONLY))) {
			if (!any)
				json_object("args");
			any = true;
			member(sc, on_bpf, &sc->fields[i], row);
		}
	if (any)
		json_close();
}

void json_members(const struct schema *schema, bool on_bpf, const void *row, const void *before)
{
	bool any = false;

	for (size_t i = 0; i < schema->nfields; i++) {
		const struct field *f = &schema->fields[i];

		if (f->flags & FIELD_ARGUMENT)
			any = true;
		else if (!(f->flags & (FIELD_OFF | FIELD_TEXT_ONLY)) && f->kind != FIELD_HIST)
			member(schema, on_bpf, f, row);
		if (f->flags & FIELD_MAX && !(f->flags & (FIELD_OFF | FIELD_TEXT_ONLY)))
			max_exact(schema, f, row, before);
	}
	if (any)
		arguments(schema, on_bpf, row);
}
