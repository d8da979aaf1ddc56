// SPDX-License-Identifier: GPL-2.0-or-later
#include "row_fields.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define LISTS (FIELD_ITEMS | FIELD_PAIRS | FIELD_LINES)

static bool is_shown(const struct field *f)
{
	return !(f->flags & (FIELD_OFF | FIELD_TEXT_ONLY)) && f->kind != FIELD_ROW;
}

static bool add_apart(struct row_fields *r, const struct field *f)
{
	char name[EVENT_NAME];

	snprintf(name, sizeof(name), "%.30s_apart", f->name);
	return f->kind != FIELD_HIST || !r->schema->apart || event_field_add(&r->event, name, EVENT_U64);
}

static void name_event(struct event *e, const char *tool)
{
	*e = (struct event){.system = "ktally", .id = COLUMNS_ID};
	snprintf(e->name, sizeof(e->name), "%.38s", tool);
	for (char *c = e->name; *c; c++)
		if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", *c))
			*c = '_';
}

int row_fields_choose(struct row_fields *r, const struct schema *s, const char *tool)
{
	r->schema = s;
	r->n = 0;
	name_event(&r->event, tool);
	event_field_add(&r->event, "unknown", EVENT_TEXT);
	for (size_t i = 0; i < s->nfields; i++) {
		if (!is_shown(&s->fields[i]))
			continue;
		if (r->n == COLUMNS_MAX)
			return -E2BIG;
		r->list[r->n].field = &s->fields[i];
		r->list[r->n++].first = r->event.nfields;
		if (!columns_add(&r->event, s->fields[i].name, s->fields[i].kind) || !add_apart(r, &s->fields[i]))
			return -E2BIG;
	}
	event_lay_out(&r->event);
	return 0;
}

const struct field *row_field_find(const struct schema *s, const char *name)
{
	for (size_t i = 0; i < s->nfields; i++)
		if (!strcmp(s->fields[i].name, name) && !(s->fields[i].flags & FIELD_OFF))
			return &s->fields[i];
	return NULL;
}

bool row_field_is_text(const struct field *f)
{
	return field_is_text(f) || f->kind == FIELD_TEXT || f->kind == FIELD_CHARS;
}

bool row_field_is_list(const struct field *f)
{
	return f->kind == FIELD_TEXT && f->flags & LISTS;
}

size_t row_unknown(char *to, size_t size, const struct row_fields *r, const void *row)
{
	size_t n = 0;

	*to = '\0';
	for (size_t i = 0; i < r->n; i++) {
		const struct field *f = r->list[i].field;

		if (f->known && !f->known(f, row) && n < size)
			n += (size_t)snprintf(to + n, size - n, "%s%s", n ? "," : "", r->event.fields[r->list[i].first].name);
	}
	return n < size ? n : size - 1;
}

/* Each item ends with a NUL, each line but the last with a newline. */
size_t row_texts(const struct field *f, const void *row, void (*each)(void *arg, const char *text, size_t n), void *arg)
{
	static char text[SCHEMA_TEXT_MAX], safe[ROW_TEXT_MAX];
	size_t left = (size_t)field_text(text, sizeof(text), f, row), count = 0;
	char end = f->flags & FIELD_LINES ? '\n' : '\0';

	if (!row_field_is_list(f)) {
		each(arg, safe, escape_text(safe, sizeof(safe), text, left));
		return 1;
	}
	for (const char *at = text; left; count++) {
		const char *stop = memchr(at, end, left);
		size_t n = stop ? (size_t)(stop - at) : left;

		each(arg, safe, n ? escape_text(safe, sizeof(safe), at, n) : 0);
		n += stop != NULL;
		at += n;
		left -= n;
	}
	return count;
}

static uint64_t top(const struct schema *s, unsigned slot)
{
	if (!s->nedges)
		return hist_highest(slot, s->unit);
	return slot < s->nedges ? s->edges[slot] - 1 : UINT64_MAX;
}

size_t row_buckets(const struct schema *s, const void *row, uint64_t pairs[2 * HIST_SLOTS], uint64_t *apart)
{
	struct hist h;
	size_t n = 0;

	*apart = schema_values(s, row, &h);
	for (unsigned i = 0; i < HIST_SLOTS; i++)
		if (h.slots[i]) {
			pairs[2 * n] = top(s, i);
			pairs[2 * n++ + 1] = h.slots[i];
		}
	return n;
}

void row_mean(const struct field *f, const void *row, uint64_t pair[2])
{
	memcpy(pair, (const char *)row + f->offset, 2 * sizeof(*pair));
}
