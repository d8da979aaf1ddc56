// SPDX-License-Identifier: GPL-2.0-or-later
#include "ctf_fields.h"

#include <string.h>

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

static void declare_field(struct bytes *to, const struct row_fields *r, size_t i)
{
	const struct field *f = r->list[i].field;
	const struct event_field *names = &r->event.fields[r->list[i].first];

	if (f->kind == FIELD_HIST) {
		declare(to, "uint64_t", names[0].name);
		declare(to, "uint64_t", names[1].name);
		declare_list(to, "struct { uint64_t _to; uint64_t _count; }", names[2].name);
		if (r->schema->apart)
			declare(to, "uint64_t", names[3].name);
	} else if (f->kind == FIELD_MEAN) {
		declare(to, "uint64_t", names[0].name);
		declare(to, "uint64_t", names[1].name);
	} else if (row_field_is_text(f)) {
		(row_field_is_list(f) ? declare_list : declare)(to, "string", names->name);
	} else {
		declare(to, integer(f->kind), names->name);
	}
}

void ctf_declare(struct bytes *to, const struct row_fields *r)
{
	declare(to, "string", r->event.fields[0].name);
	for (size_t i = 0; i < r->n; i++)
		declare_field(to, r, i);
}

/* ---- their bytes ---- */

static void add_text(void *to, const char *text, size_t n)
{
	bytes_add(to, text, n);
	bytes_number(to, 0, 1);
}

/* The length stands before the texts, and is known after them. */
static void add_list(struct bytes *to, const struct field *f, const void *row)
{
	size_t at = to->n, count;

	bytes_number(to, 0, 4);
	count = row_texts(f, row, add_text, to);
	if (!to->failed)
		bytes_put(to->at + at, count, 4);
}

static void add_hist(struct bytes *to, const struct schema *s, const void *row)
{
	const struct hist *h = schema_hist(s, row);
	uint64_t pairs[2 * HIST_SLOTS], apart;
	size_t n = row_buckets(s, row, pairs, &apart);

	bytes_number(to, h->sum, 8);
	bytes_number(to, h->max, 8);
	bytes_number(to, n, 4);
	for (size_t i = 0; i < 2 * n; i++)
		bytes_number(to, pairs[i], 8);
	if (s->apart)
		bytes_number(to, apart, 8);
}

static void add_field(struct bytes *to, const struct schema *s, const struct field *f, const void *row)
{
	uint64_t pair[2];

	if (f->kind == FIELD_HIST) {
		add_hist(to, s, row);
	} else if (f->kind == FIELD_MEAN) {
		row_mean(f, row, pair);
		bytes_number(to, pair[0], 8);
		bytes_number(to, pair[1], 8);
	} else if (row_field_is_list(f)) {
		add_list(to, f, row);
	} else if (row_field_is_text(f)) {
		row_texts(f, row, add_text, to);
	} else {
		bytes_number(to, (uint64_t)field_integer(f, row), f->kind == FIELD_U32 || f->kind == FIELD_S32 ? 4 : 8);
	}
}

void ctf_row(struct bytes *to, const struct row_fields *r, const void *row)
{
	char unknown[COLUMNS_MAX * EVENT_NAME];

	add_text(to, unknown, row_unknown(unknown, sizeof(unknown), r, row));
	for (size_t i = 0; i < r->n; i++)
		add_field(to, r->schema, r->list[i].field, row);
}
