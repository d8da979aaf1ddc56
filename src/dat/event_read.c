// SPDX-License-Identifier: GPL-2.0-or-later
/* Reads formats itself: libtraceevent leaks memory over damaged ones. */
#include "event.h"

#include "bytes.h"
#include "format_check.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIELDS_MAX 128

struct read_field {
	char name[EVENT_NAME];
	size_t offset, size;
	bool is_signed, located, relative;
};

struct event_reader {
	int id;
	size_t n;
	struct read_field fields[FIELDS_MAX];
};

void event_reader_free(struct event_reader *e)
{
	free(e);
}

static bool in_name(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* "__data_loc char[] path", "char comm[16]": the last word, before any bracket */
static bool read_name(struct read_field *f, const char *declaration)
{
	const char *end = declaration + strlen(declaration), *start;

	if (end > declaration && end[-1] == ']')
		end = memrchr(declaration, '[', (size_t)(end - declaration));
	for (start = end; start && start > declaration && in_name(start[-1]);)
		start--;
	f->located = !strncmp(declaration, "__data_loc ", 11);
	f->relative = !strncmp(declaration, "__rel_loc ", 10);
	return end && end > start && snprintf(f->name, sizeof(f->name), "%.*s", (int)(end - start), start) < EVENT_NAME;
}

static void read_line(struct event_reader *e, const char *line)
{
	struct read_field *f = &e->fields[e->n];
	char declaration[256];
	unsigned is_signed = 0;

	if (sscanf(line, "ID: %9d", &e->id) == 1 || e->n == FIELDS_MAX)
		return;
	if (sscanf(line, "\tfield:%255[^;];\toffset:%9zu;\tsize:%9zu;\tsigned:%1u;", declaration, &f->offset, &f->size,
			   &is_signed) < 3)
		return;
	f->is_signed = is_signed;
	e->n += read_name(f, declaration);
}

struct event_reader *event_reader_new(const char *format, size_t size)
{
	size_t whole = format_fields(format, size);
	struct event_reader *e = whole ? calloc(1, sizeof(*e)) : NULL;

	if (!e)
		return NULL;
	e->id = -1;
	for (const char *at = format, *end; at < format + whole; at = end + 1) {
		char line[512];

		end = memchr(at, '\n', (size_t)(format + whole - at));
		if (!end)
			end = format + whole;
		snprintf(line, sizeof(line), "%.*s", (int)(end - at), at);
		read_line(e, line);
	}
	if (e->id >= 0)
		return e;
	free(e);
	return NULL;
}

int event_reader_id(const struct event_reader *e)
{
	return e->id;
}

const void *event_reader_field(const struct event_reader *e, const char *name)
{
	for (size_t i = 0; i < e->n; i++)
		if (!strcmp(e->fields[i].name, name))
			return &e->fields[i];
	return NULL;
}

/* A format may come from anybody. */
static bool inside(const struct read_field *f, size_t size)
{
	return f && f->size && f->offset <= size && f->size <= size - f->offset;
}

uint64_t event_number(const void *field, const void *record, size_t size)
{
	const struct read_field *f = field;
	unsigned unused;
	uint64_t value;

	if (!inside(f, size) || f->size > 8)
		return 0;
	value = bytes_get((const char *)record + f->offset, f->size);
	unused = 64 - 8 * (unsigned)f->size;
	return f->is_signed ? (uint64_t)((int64_t)(value << unused) >> unused) : value;
}

static const unsigned char *located(const struct read_field *f, const void *record, size_t size, size_t *length)
{
	size_t offset;
	uint32_t location;

	if (!inside(f, size))
		return NULL;
	offset = f->offset;
	*length = f->size;
	if (f->located || f->relative) {
		if (f->size != 4)
			return NULL;
		location = (uint32_t)bytes_get((const char *)record + f->offset, 4);
		offset = (location & 0xffff) + (f->relative ? offset + 4 : 0);
		*length = location >> 16;
	}
	return offset > size || *length > size - offset ? NULL : (const unsigned char *)record + offset;
}

const char *event_text(const void *field, const void *record, size_t size, size_t *length)
{
	const struct read_field *f = field;
	const char *text = (const char *)located(f, record, size, length);

	if (!text)
		*length = 0;
	else if (!f->located && !f->relative)
		*length = strnlen(text, *length);
	else if (*length && !text[*length - 1])
		--*length;
	return text;
}

const unsigned char *event_numbers(const void *field, const void *record, size_t size, size_t *n)
{
	const unsigned char *at = located(field, record, size, n);

	*n = at ? *n / 8 : 0;
	return at;
}

int event_id(const void *record, size_t size)
{
	return size < 2 ? -1 : (int)bytes_get(record, 2);
}
