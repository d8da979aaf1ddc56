// SPDX-License-Identifier: GPL-2.0-or-later
#include "tally.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#define uthash_fatal(msg) abort()
#include <uthash.h>

struct entry {
	UT_hash_handle hh;
	_Alignas(8) unsigned char row[];
};

struct tally {
	const struct schema *schema;
	struct entry *entries;
};

struct tally *tally_new(const struct schema *schema)
{
	struct tally *t = calloc(1, sizeof(*t));

	if (t)
		t->schema = schema;
	return t;
}

void tally_clear(struct tally *t)
{
	struct entry *e = t->entries, *next;

	HASH_CLEAR(hh, t->entries); /* the table; entries keep their links */
	for (; e; e = next) {
		next = e->hh.next;
		free(e);
	}
}

void tally_free(struct tally *t)
{
	if (!t)
		return;
	tally_clear(t);
	free(t);
}

size_t tally_count(const struct tally *t)
{
	return HASH_COUNT(t->entries);
}

uint64_t tally_total(const struct tally *t)
{
	uint64_t total = 0;

	for (const struct entry *e = t->entries; e; e = e->hh.next)
		total += schema_count(t->schema, e->row);
	return total;
}

const void *tally_find(const struct tally *t, const void *key)
{
	struct entry *e;

	HASH_FIND(hh, t->entries, key, t->schema->key_size, e);
	return e ? e->row : NULL;
}

void *tally_row(struct tally *t, const void *key)
{
	struct entry *e;

	HASH_FIND(hh, t->entries, key, t->schema->key_size, e);
	if (e)
		return e->row;
	e = calloc(1, sizeof(*e) + t->schema->row_size);
	if (!e)
		return NULL;
	memcpy(e->row, key, t->schema->key_size);
	HASH_ADD_KEYPTR(hh, t->entries, e->row, t->schema->key_size, e);
	return e->row;
}

int tally_merge(struct tally *t, const void *row)
{
	void *into = tally_row(t, row);

	if (!into)
		return -ENOMEM;
	schema_merge(t->schema, into, row);
	return 0;
}

int tally_copy(struct tally *into, const struct tally *from)
{
	int err = 0;

	for (struct entry *e = from->entries; e && !err; e = e->hh.next)
		err = tally_merge(into, e->row);
	return err;
}

int tally_since(struct tally *out, const struct tally *now, const struct tally *before)
{
	const struct schema *s = now->schema;
	unsigned char *row = malloc(s->row_size);
	int err = row ? 0 : -ENOMEM;

	tally_clear(out);
	for (struct entry *e = now->entries; e && !err; e = e->hh.next) {
		memcpy(row, e->row, s->row_size);
		if (schema_since(s, row, e->row, tally_find(before, e->row))) {
			void *to = tally_row(out, row);

			if (to)
				memcpy(to, row, s->row_size);
			else
				err = -ENOMEM;
		}
	}
	free(row);
	return err;
}

static int compare_rows(const void *a, const void *b, void *compare)
{
	return ((int (*)(const void *, const void *))compare)(*(const void *const *)a, *(const void *const *)b);
}

const void **tally_sorted(const struct tally *t, int (*compare)(const void *, const void *))
{
	size_t n = tally_count(t), i = 0;
	const void **rows = n ? malloc(n * sizeof(*rows)) : NULL;

	if (!rows)
		return NULL;
	for (struct entry *e = t->entries; e; e = e->hh.next)
		rows[i++] = e->row;
	qsort_r(rows, n, sizeof(*rows), compare_rows, (void *)compare);
	return rows;
}
