// SPDX-License-Identifier: GPL-2.0-or-later
#include "metrics_series.h"

#include <stdlib.h>
#include <string.h>
#define uthash_fatal(msg) abort()
#include <uthash.h>

struct entry {
	struct series series;
	UT_hash_handle hh;
	char values[];
};

struct series_set {
	const struct schema *schema;
	bool of_events;
	unsigned max;
	struct entry *entries, *last, *other;
	uint64_t dropped;
};

struct series_set *series_new(const struct schema *schema, bool of_events, unsigned max)
{
	struct series_set *set = calloc(1, sizeof(*set));

	if (set)
		*set = (struct series_set){.schema = schema, .of_events = of_events, .max = max};
	return set;
}

void series_free(struct series_set *set)
{
	struct entry *e = set ? set->entries : NULL, *next;

	if (!set)
		return;
	HASH_CLEAR(hh, set->entries);
	for (; e; e = next) {
		next = (struct entry *)e->series.next;
		free(e->series.row);
		free(e);
	}
	free(set);
}

void series_restart(struct series_set *set)
{
	size_t key = set->schema->key_size;

	set->dropped = 0;
	for (struct entry *e = set->entries; e; e = (struct entry *)e->series.next)
		memset((char *)e->series.row + key, 0, set->schema->row_size - key);
}

static struct entry *make(struct series_set *set, const char *values, size_t n)
{
	struct entry *e = calloc(1, sizeof(*e) + n);
	void *row = calloc(1, set->schema->row_size);

	if (!e || !row) {
		free(e);
		free(row);
		return NULL;
	}
	memcpy(e->values, values, n);
	e->series.values = e->values;
	e->series.row = row;
	HASH_ADD_KEYPTR(hh, set->entries, e->values, n, e);
	if (set->last)
		set->last->series.next = &e->series;
	return set->last = e;
}

/* Label by label "other", as many as these values */
static struct entry *other(struct series_set *set, const char *values, size_t n)
{
	char text[METRIC_LABELS * sizeof("other")];
	size_t used = 0;

	set->dropped++;
	for (size_t at = 0; at < n; at += strlen(values + at) + 1) {
		memcpy(text + used, "other", sizeof("other"));
		used += sizeof("other");
	}
	if (!set->other)
		HASH_FIND(hh, set->entries, text, used, set->other);
	if (!set->other)
		set->other = make(set, text, used);
	return set->other;
}

static struct entry *find(struct series_set *set, const char *values, size_t n)
{
	struct entry *e;

	HASH_FIND(hh, set->entries, values, n, e);
	if (e)
		return e;
	return HASH_COUNT(set->entries) < set->max ? make(set, values, n) : other(set, values, n);
}

void series_begin(struct series_set *set)
{
	find(set, "", 0);
}

static void add_event(const struct schema *schema, void *into, const void *row)
{
	for (size_t i = 0; i < schema->nfields; i++) {
		const struct field *f = &schema->fields[i];
		uint64_t sum = f->flags & FIELD_ADDS ? (uint64_t)field_integer(f, into) + (uint64_t)field_integer(f, row) : 0;

		if (f->flags & FIELD_ADDS)
			memcpy((char *)into + f->offset, &sum, sizeof(sum));
	}
}

void series_add(struct series_set *set, const void *row, const char *values, size_t n)
{
	struct entry *e = find(set, values, n);

	if (!e)
		return;
	e->series.events++;
	if (set->of_events)
		add_event(set->schema, e->series.row, row);
	else
		schema_merge(set->schema, e->series.row, row);
}

const struct series *series_first(const struct series_set *set)
{
	return set->entries ? &set->entries->series : NULL;
}

uint64_t series_dropped(const struct series_set *set)
{
	return set->dropped;
}
