// SPDX-License-Identifier: GPL-2.0-or-later
#include "columns.h"

#include "columns_words.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The first fields of an event */
enum { TIME, KNOWN, KEY, RANK = TIME };

/* ---- what the columns are ---- */

static bool is_total(const struct schema *s)
{
	return s->key_size;
}

static enum event_kind kind_of(enum field_kind kind)
{
	switch (kind) {
	case FIELD_U32:
		return EVENT_U32;
	case FIELD_S32:
		return EVENT_S32;
	case FIELD_S64:
		return EVENT_S64;
	case FIELD_CHARS:
	case FIELD_TEXT:
		return EVENT_TEXT;
	case FIELD_ROW:
		return EVENT_BYTES;
	default:
		return EVENT_U64;
	}
}

/* "latency", "latency_max", "latency_buckets": the name, and what more there is to know */
static bool add_part(struct event *e, const char *name, const char *part, enum event_kind kind)
{
	char text[EVENT_NAME];

	snprintf(text, sizeof(text), "%s_%s", name, part);
	return event_field_add(e, text, kind);
}

bool columns_add(struct event *e, const char *name, enum field_kind kind)
{
	if (kind == FIELD_HIST)
		return add_part(e, name, "sum", EVENT_U64) && add_part(e, name, "max", EVENT_U64) &&
			   add_part(e, name, "buckets", EVENT_NUMBERS);
	if (kind == FIELD_MEAN)
		return add_part(e, name, "sum", EVENT_U64) && add_part(e, name, "count", EVENT_U64);
	return event_field_add(e, name, kind_of(kind));
}

void columns_begin(struct event *e, bool total)
{
	event_field_add(e, total ? "rank" : "time_ns", EVENT_U64);
	event_field_add(e, "known", EVENT_U64);
	if (total)
		event_field_add(e, "key", EVENT_U64);
}

static void name_event(struct event *e, const char *tool, bool total)
{
	*e = (struct event){.system = "ktally", .id = COLUMNS_ID};
	snprintf(e->name, sizeof(e->name), "%s%s", tool, total ? "_total" : "");
	for (char *at = e->name; *at; at++)
		if (*at == '-')
			*at = '_';
}

int columns_choose(struct columns *c, const struct schema *schema, const char *tool)
{
	c->schema = schema;
	c->n = 0;
	name_event(&c->event, tool, is_total(schema));
	columns_begin(&c->event, is_total(schema));
	for (size_t i = 0; i < schema->nfields; i++) {
		const struct field *f = &schema->fields[i];

		if (f->flags & FIELD_REMADE || (f->flags & (FIELD_OFF | FIELD_RECORDED)) == FIELD_OFF)
			continue;
		if (c->n == COLUMNS_MAX)
			return -E2BIG;
		c->list[c->n++] = (struct column){f, c->event.nfields};
		if (!columns_add(&c->event, f->name, f->kind))
			return -E2BIG;
	}
	event_lay_out(&c->event);
	return 0;
}

/* ---- saying it ---- */

typedef int (*say_add)(void *arg, const char *text, size_t n);

static int say(say_add add, void *arg, const char *format, ...) __attribute__((format(printf, 3, 4)));
static int say(say_add add, void *arg, const char *format, ...)
{
	char text[1024];
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	return add(arg, text, (size_t)n < sizeof(text) ? (size_t)n : sizeof(text) - 1);
}

static int say_edges(const struct schema *s, say_add add, void *arg)
{
	char text[HIST_SLOTS * 21 + 8] = "edges=";
	size_t n = strlen(text);

	for (unsigned i = 0; i < s->nedges && i < HIST_SLOTS; i++)
		n += (size_t)snprintf(text + n, sizeof(text) - n, "%s%" PRIu64, i ? " " : "", s->edges[i]);
	return s->nedges ? add(arg, text, n) : 0;
}

static int say_field(const struct field *f, say_add add, void *arg)
{
	char letters[COLUMNS_FLAGS];

	columns_flag_letters(letters, f->flags);
	return say(add, arg, "field=%s %s %zu %d\t%s\t%s", columns_kind_word(f->kind), letters, f->size, f->width, f->name,
			   f->title ? f->title : "");
}

int columns_describe(const struct columns *c, say_add add, void *arg)
{
	int err = say(add, arg, "rows=%s/%s", c->event.system, c->event.name);

	if (!err)
		err = say(add, arg, "unit=%d", (int)c->schema->unit);
	if (!err)
		err = say_edges(c->schema, add, arg);
	if (!err && c->schema->begins)
		err = say(add, arg, "begins=1");
	if (!err && c->schema->apart)
		err = say(add, arg, "apart=%s", c->schema->apart);
	if (!err && c->schema->track)
		err = say(add, arg, "track=%s", c->schema->track);
	if (!err && c->schema->label)
		err = say(add, arg, "label=%s", c->schema->label);
	for (size_t i = 0; i < c->n && !err; i++)
		err = say_field(c->list[i].field, add, arg);
	return err;
}

/* ---- records ---- */

static bool put_hist(struct event_record *r, size_t first, const struct hist *h)
{
	uint64_t pairs[2 * HIST_SLOTS];
	size_t n = 0;

	for (unsigned i = 0; i < HIST_SLOTS; i++)
		if (h->slots[i]) {
			pairs[n++] = i;
			pairs[n++] = h->slots[i];
		}
	event_put_number(r, first, h->sum);
	event_put_number(r, first + 1, h->max);
	return event_put_numbers(r, first + 2, pairs, n);
}

static bool put_text(struct event_record *r, size_t first, const struct field *f, const void *row)
{
	static char text[SCHEMA_TEXT_MAX], bytes[PAGES_SIZE];
	const char *chars = (const char *)row + f->offset;

	if (f->kind == FIELD_CHARS)
		return event_put_text(r, first, chars, strnlen(chars, f->size));
	if (f->kind == FIELD_ROW)
		return event_put_text(r, first, bytes, (size_t)f->format(bytes, sizeof(bytes), f, row));
	if (f->flags & FIELD_STACK) /* longer than others */
		return event_put_text(r, first, bytes, (size_t)field_text(bytes, sizeof(bytes), f, row));
	return event_put_text(r, first, text, (size_t)field_text(text, sizeof(text), f, row));
}

static bool put_field(struct event_record *r, size_t first, const struct field *f, const void *row)
{
	const char *at = (const char *)row + f->offset;
	uint64_t pair[2];

	if (f->kind == FIELD_HIST)
		return put_hist(r, first, (const struct hist *)at);
	if (f->kind == FIELD_CHARS || f->kind == FIELD_TEXT || f->kind == FIELD_ROW)
		return put_text(r, first, f, row);
	if (f->kind == FIELD_MEAN) {
		memcpy(pair, at, sizeof(pair));
		event_put_number(r, first, pair[0]);
		event_put_number(r, first + 1, pair[1]);
	} else {
		event_put_number(r, first, (uint64_t)field_integer(f, row));
	}
	return true;
}

/* Keys may be different in what is not shown (FNV-1a). */
static uint64_t key_of(const struct schema *s, const void *row)
{
	uint64_t hash = 0xcbf29ce484222325;

	for (size_t i = 0; i < s->key_size; i++)
		hash = (hash ^ ((const unsigned char *)row)[i]) * 0x100000001b3;
	return hash;
}

/* The thread that trace-cmd shows: of the fields that name one, the first */
static uint32_t tid_of(const struct columns *c, const void *row)
{
	uint32_t pid = 0;

	for (size_t i = 0; i < c->n; i++) {
		const struct field *f = c->list[i].field;

		if (f->kind == FIELD_U32 && !strcmp(f->name, "tid"))
			return (uint32_t)field_integer(f, row);
		if (f->kind == FIELD_U32 && !strcmp(f->name, "pid"))
			pid = (uint32_t)field_integer(f, row);
	}
	return pid;
}

bool columns_record(struct columns *c, const void *row, uint64_t rank)
{
	uint64_t known = 0, time_ns;
	bool whole = true;

	event_begin(&c->record, &c->event, tid_of(c, row));
	for (size_t i = 0; i < c->n; i++) {
		const struct field *f = c->list[i].field;

		known |= (uint64_t)(!f->known || f->known(f, row)) << i;
		whole &= put_field(&c->record, c->list[i].first, f, row);
	}
	event_put_number(&c->record, KNOWN, known);
	if (is_total(c->schema)) {
		event_put_number(&c->record, RANK, rank);
		event_put_number(&c->record, KEY, key_of(c->schema, row));
	} else {
		memcpy(&time_ns, row, sizeof(time_ns));
		event_put_number(&c->record, TIME, time_ns);
	}
	return whole;
}
