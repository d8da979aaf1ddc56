// SPDX-License-Identifier: GPL-2.0-or-later
#include "ctf_fields.h"

#include "base/escape.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define LISTS (FIELD_ITEMS | FIELD_PAIRS | FIELD_LINES)

/* ---- the names ---- */

static bool is_shown(const struct field *f)
{
	return !(f->flags & (FIELD_OFF | FIELD_TEXT_ONLY)) && f->kind != FIELD_ROW;
}

static bool add_apart(struct ctf_fields *c, const struct field *f)
{
	char name[EVENT_NAME];

	snprintf(name, sizeof(name), "%.30s_apart", f->name);
	return f->kind != FIELD_HIST || !c->schema->apart || event_add(&c->names, name, EVENT_U64);
}

int ctf_choose(struct ctf_fields *c, const struct schema *s)
{
	memset(c, 0, sizeof(*c));
	c->schema = s;
	event_add(&c->names, "unknown", EVENT_TEXT);
	for (size_t i = 0; i < s->nfields; i++) {
		if (!is_shown(&s->fields[i]))
			continue;
		if (c->n == COLUMNS_MAX)
			return -E2BIG;
		c->list[c->n].field = &s->fields[i];
		c->list[c->n++].first = c->names.nfields;
		if (!columns_add(&c->names, s->fields[i].name, s->fields[i].kind) || !add_apart(c, &s->fields[i]))
			return -E2BIG;
	}
	return 0;
}

/* ---- what they are ---- */

void ctf_string(struct bytes *to, const char *text)
{
	char safe[ESCAPED_SIZE(256)];

	escape_text(safe, sizeof(safe), text, strnlen(text, 256));
	bytes_text(to, "\"");
	for (const unsigned char *c = (const unsigned char *)safe; *c; c++)
		bytes_text(to, *c == '"' || *c == '\\' ? "\\%c" : *c < 0x80 ? "%c" : "\\%03o", *c);
	bytes_text(to, "\"");
}

static const char *integer(enum field_kind kind)
{
	return kind == FIELD_U32 ? "uint32_t" : kind == FIELD_S32 ? "int32_t" : kind == FIELD_S64 ? "int64_t" : "uint64_t";
}

/* A name may be a word of TSDL: readers leave out the _ in front of it. */
static void declare(struct bytes *to, const char *type, const char *name)
{
	bytes_text(to, "\t\t%s _%s;\n", type, name);
}

static void declare_list(struct bytes *to, const char *type, const char *name)
{
	bytes_text(to, "\t\tuint32_t _%s_length;\n\t\t%s _%s[_%s_length];\n", name, type, name, name);
}

static void declare_field(struct bytes *to, const struct ctf_fields *c, size_t i)
{
	const struct field *f = c->list[i].field;
	const struct event_field *names = &c->names.fields[c->list[i].first];

	if (f->kind == FIELD_HIST) {
		declare(to, "uint64_t", names[0].name);
		declare(to, "uint64_t", names[1].name);
		declare_list(to, "struct { uint64_t _to; uint64_t _count; }", names[2].name);
		if (c->schema->apart)
			declare(to, "uint64_t", names[3].name);
	} else if (f->kind == FIELD_MEAN) {
		declare(to, "uint64_t", names[0].name);
		declare(to, "uint64_t", names[1].name);
	} else if (field_is_text(f) || f->kind == FIELD_TEXT) {
		(f->flags & LISTS ? declare_list : declare)(to, "string", names->name);
	} else {
		declare(to, integer(f->kind), names->name);
	}
}

void ctf_declare(struct bytes *to, const struct ctf_fields *c)
{
	declare(to, "string", c->names.fields[0].name);
	for (size_t i = 0; i < c->n; i++)
		declare_field(to, c, i);
}

/* ---- their bytes ---- */

static void add_text(struct bytes *to, const char *text, size_t n)
{
	static char safe[ESCAPED_SIZE(SCHEMA_TEXT_MAX)];

	bytes_add(to, safe, escape_text(safe, sizeof(safe), text, n));
	bytes_number(to, 0, 1);
}

/* Each item ends with a NUL, each line but the last with a newline. */
static void add_list(struct bytes *to, const char *text, size_t n, char end)
{
	size_t length_at = to->n, count = 0;

	bytes_number(to, 0, 4);
	while (n) {
		const char *stop = memchr(text, end, n);
		size_t length = stop ? (size_t)(stop - text) : n;

		add_text(to, text, length);
		count++;
		length += stop != NULL;
		text += length;
		n -= length;
	}
	if (!to->failed)
		bytes_put(to->at + length_at, count, 4);
}

static void add_made(struct bytes *to, const struct field *f, const void *row)
{
	static char text[SCHEMA_TEXT_MAX];
	size_t n = (size_t)field_text(text, sizeof(text), f, row);

	if (f->flags & LISTS)
		add_list(to, text, n, f->flags & FIELD_LINES ? '\n' : '\0');
	else
		add_text(to, text, n);
}

/* The highest value that a bucket counts */
static uint64_t top(const struct schema *s, unsigned slot)
{
	if (!s->nedges)
		return hist_highest(slot, s->unit);
	return slot < s->nedges ? s->edges[slot] - 1 : UINT64_MAX;
}

static void add_hist(struct bytes *to, const struct schema *s, const void *row)
{
	struct hist h;
	uint64_t apart = schema_values(s, row, &h);
	size_t length_at, count = 0;

	bytes_number(to, h.sum, 8);
	bytes_number(to, h.max, 8);
	length_at = to->n;
	bytes_number(to, 0, 4);
	for (unsigned i = 0; i < HIST_SLOTS; i++)
		if (h.slots[i]) {
			bytes_number(to, top(s, i), 8);
			bytes_number(to, h.slots[i], 8);
			count++;
		}
	if (!to->failed)
		bytes_put(to->at + length_at, count, 4);
	if (s->apart)
		bytes_number(to, apart, 8);
}

static void add_field(struct bytes *to, const struct schema *s, const struct field *f, const void *row)
{
	uint64_t pair[2];

	if (f->kind == FIELD_HIST) {
		add_hist(to, s, row);
	} else if (f->kind == FIELD_MEAN) {
		memcpy(pair, (const char *)row + f->offset, sizeof(pair));
		bytes_number(to, pair[0], 8);
		bytes_number(to, pair[1], 8);
	} else if (field_is_text(f) || f->kind == FIELD_TEXT) {
		add_made(to, f, row);
	} else {
		bytes_number(to, (uint64_t)field_integer(f, row), f->kind == FIELD_U32 || f->kind == FIELD_S32 ? 4 : 8);
	}
}

void ctf_row(struct bytes *to, const struct ctf_fields *c, const void *row)
{
	bool any = false;

	for (size_t i = 0; i < c->n; i++) {
		const struct field *f = c->list[i].field;

		if (f->known && !f->known(f, row)) {
			bytes_text(to, "%s%s", any ? "," : "", c->names.fields[c->list[i].first].name);
			any = true;
		}
	}
	bytes_number(to, 0, 1);
	for (size_t i = 0; i < c->n; i++)
		add_field(to, c->schema, c->list[i].field, row);
}
