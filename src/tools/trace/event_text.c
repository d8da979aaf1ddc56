// SPDX-License-Identifier: GPL-2.0-or-later
#include "event_text.h"

#include "calls/out.h"
#include "probe/probe.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <traceevent/event-parse.h>

#define TEXTS 16384 /* bytes of all texts of a row */
#define ELEMENTS 16 /* of an array, are printed */
#define REST 16384	/* bytes of what follows: stacks */

/* ---- of the kernel's record ---- */

/* Where perf and BPF see system calls, the kernel has not made the strings that ftrace's records have since 6.19. */
bool event_has_field(const struct probe *event, const struct tep_format_field *f)
{
	return strcmp(event->symbol, "syscalls") || !(f->flags & TEP_FIELD_IS_DYNAMIC);
}

struct bytes_of {
	const unsigned char *at;
	size_t n;
};

static struct bytes_of part(struct bytes_of record, size_t at, size_t n)
{
	if (at > record.n)
		return (struct bytes_of){NULL, 0};
	return (struct bytes_of){record.at + at, n < record.n - at ? n : record.n - at};
}

static uint64_t number(struct bytes_of b, bool is_signed)
{
	uint64_t value = 0;
	unsigned shift;

	if (!b.n || b.n > sizeof(value))
		return 0;
	memcpy(&value, b.at, b.n);
	shift = (unsigned)(64 - 8 * b.n);
	return is_signed ? (uint64_t)((int64_t)(value << shift) >> shift) : value;
}

/* A field's bytes, wherever they are */
static struct bytes_of bytes_of_field(const struct tep_format_field *f, struct bytes_of record)
{
	struct bytes_of own = part(record, (size_t)f->offset, (size_t)f->size);
	uint32_t place;

	if (!(f->flags & TEP_FIELD_IS_DYNAMIC))
		return own;
	place = own.n == sizeof(place) ? (uint32_t)number(own, false) : 0;
	return part(record, (place & 0xffff) + (f->flags & TEP_FIELD_IS_RELATIVE ? (size_t)(f->offset + f->size) : 0),
				place >> 16);
}

static void write_string(struct text_out *o, struct bytes_of b)
{
	out_char(o, '"');
	out_escaped(o, b.at, b.at ? strnlen((const char *)b.at, b.n) : 0, OUT_PLAIN);
	out_char(o, '"');
}

static void write_number(struct text_out *o, const struct tep_format_field *f, struct bytes_of b)
{
	bool is_signed = f->flags & TEP_FIELD_IS_SIGNED;
	uint64_t value = number(b, is_signed);

	if (!b.n)
		out_char(o, '?');
	else if (f->flags & TEP_FIELD_IS_POINTER && !value)
		out_text(o, "NULL");
	else if (f->flags & TEP_FIELD_IS_POINTER)
		out_hex(o, value);
	else if (is_signed)
		out_format(o, "%" PRId64, (int64_t)value);
	else
		out_format(o, "%" PRIu64, value);
}

static bool is_number(size_t size)
{
	return size == 1 || size == 2 || size == 4 || size == 8;
}

static void write_array(struct text_out *o, const struct tep_format_field *f, struct bytes_of b)
{
	size_t size = is_number((size_t)f->elementsize) ? (size_t)f->elementsize : 1, n = b.n / size;

	out_char(o, '[');
	for (size_t i = 0; i < n && i < ELEMENTS; i++) {
		out_text(o, i ? ", " : "");
		write_number(o, f, part(b, i * size, size));
	}
	out_text(o, n > ELEMENTS ? ", ...]" : "]");
}

static void write_value(struct text_out *o, const struct tep_format_field *f, struct bytes_of record)
{
	struct bytes_of b = bytes_of_field(f, record);

	if (f->flags & TEP_FIELD_IS_STRING)
		write_string(o, b);
	else if (f->flags & (TEP_FIELD_IS_ARRAY | TEP_FIELD_IS_DYNAMIC) || !is_number((size_t)f->size))
		write_array(o, f, b);
	else
		write_number(o, f, b);
}

/* ---- the row ---- */

static size_t padded(size_t n)
{
	return (n + 7) / 8 * 8;
}

/* The first piece of a row, and where the next one begins. False: it has none */
static bool first_piece(const struct trace_row *row, struct bytes_of *to, size_t *next)
{
	struct trace_piece piece;

	if (row->length < sizeof(piece))
		return false;
	memcpy(&piece, row->pieces, sizeof(piece));
	if (piece.what != TRACE_MEMORY || piece.length > row->length - sizeof(piece))
		return false;
	*to = (struct bytes_of){(const unsigned char *)row->pieces + sizeof(piece), piece.length};
	*next = sizeof(piece) + padded(piece.length);
	return true;
}

static union {
	struct trace_row row;
	char bytes[sizeof(struct trace_row) + sizeof(struct trace_piece) + TEXTS + REST];
} made;

const struct trace_row *event_row_of(const struct trace_row *row, const struct text_out *texts)
{
	struct trace_piece piece = {.what = TRACE_MEMORY, .length = (uint16_t)texts->length};
	size_t next = 0, rest = 0, at = sizeof(piece) + padded(texts->length);
	struct bytes_of unused;

	if (texts->length > TEXTS)
		return NULL;
	if (row->length && !first_piece(row, &unused, &next))
		return NULL;
	if (next < row->length)
		rest = row->length - next < REST ? row->length - next : REST;
	made.row = *row;
	made.row.length = (uint32_t)(at + rest);
	memcpy(made.row.pieces, &piece, sizeof(piece));
	memset(made.row.pieces + sizeof(piece), 0, padded(texts->length));
	memcpy(made.row.pieces + sizeof(piece), texts->to, texts->length);
	memcpy(made.row.pieces + at, row->pieces + next, rest);
	return &made.row;
}

/* A pair that does not fit is left out as a whole. */
static void add_pair(struct text_out *o, const struct tep_format_field *f, struct bytes_of record, uint8_t *flags)
{
	size_t before = o->length;

	out_text(o, f->name);
	out_char(o, '\0');
	write_value(o, f, record);
	out_char(o, '\0');
	if (!o->cut)
		return;
	o->length = before;
	o->cut = false;
	*flags |= TRACE_CUT;
}

const struct trace_row *event_row(const struct trace_row *row, const struct probe *event)
{
	static char text[TEXTS];
	struct text_out o = out_to(text, sizeof(text));
	uint8_t flags = row->flags;
	struct bytes_of record;
	const struct trace_row *done;
	size_t unused;

	if (!event || !first_piece(row, &record, &unused))
		return NULL;
	out_format(&o, "%s:%s", event->symbol, event->name);
	out_char(&o, '\0');
	for (const struct tep_format_field *f = event->event->format.fields; f; f = f->next)
		if (event_has_field(event, f))
			add_pair(&o, f, record, &flags);
	done = event_row_of(row, &o);
	if (done)
		made.row.flags = flags;
	return done;
}

bool event_valid(const struct trace_row *row)
{
	struct bytes_of texts;
	size_t unused;

	if (!first_piece(row, &texts, &unused) || !texts.n || texts.at[texts.n - 1])
		return false;
	for (size_t i = 0; i < texts.n; i++)
		if (texts.at[i] && (texts.at[i] < ' ' || texts.at[i] > '~'))
			return false;
	return true;
}

/* ---- and its texts ---- */

/* The text behind `at`, or the first one; NULL: there is no other */
static const char *next_text(const struct trace_row *row, const char *at)
{
	struct bytes_of texts;
	const char *first, *end;
	size_t unused;

	if (!first_piece(row, &texts, &unused) || !texts.n || texts.at[texts.n - 1])
		return NULL;
	first = (const char *)texts.at;
	end = first + texts.n;
	at = at ? at + strlen(at) + 1 : first;
	return at < end ? at : NULL;
}

const char *event_name(const struct trace_row *row)
{
	const char *name = next_text(row, NULL);

	return name ? name : "";
}

/* Visits a pair: *at is the text before it. False: there is none */
static bool next_pair(const struct trace_row *row, const char **at, const char **field, const char **value)
{
	*field = next_text(row, *at);
	*value = *field ? next_text(row, *field) : NULL;
	*at = *value;
	return *value;
}

const char *event_value(const struct trace_row *row, const char *name)
{
	const char *at = next_text(row, NULL), *field, *value;

	while (at && next_pair(row, &at, &field, &value))
		if (!strcmp(field, name))
			return value;
	return "";
}

int event_line(char *to, size_t size, const struct trace_row *row, const char *between)
{
	const char *at = next_text(row, NULL), *field, *value;
	struct text_out o = out_to(to, size);
	bool more = false;

	out_text(&o, event_name(row));
	out_char(&o, '(');
	for (; at && next_pair(row, &at, &field, &value); more = true) {
		out_text(&o, more ? ", " : "");
		out_text(&o, field);
		out_text(&o, between);
		out_text(&o, value);
	}
	if (row->flags & TRACE_CUT)
		out_text(&o, more ? ", ..." : "...");
	out_char(&o, ')');
	return (int)o.length;
}

int event_pairs(char *to, size_t size, const struct trace_row *row)
{
	const char *at = next_text(row, NULL), *field, *value;
	struct text_out o = out_to(to, size);

	while (at && next_pair(row, &at, &field, &value)) {
		out_text(&o, field);
		out_char(&o, '\0');
		out_text(&o, value);
		out_char(&o, '\0');
	}
	return (int)o.length;
}
