// SPDX-License-Identifier: GPL-2.0-or-later
#include "texts.h"

#include <stdlib.h>
#include <string.h>
#define uthash_fatal(msg) abort()
#include <uthash.h>

#define TEXTS_MAX (1 << 30) /* bytes of all */

struct text {
	UT_hash_handle hh;
	size_t n;
	char bytes[];
};

struct texts {
	struct text *table;
	size_t size;
};

static const char *add(struct texts *all, const char *at, size_t n)
{
	struct text *t;

	HASH_FIND(hh, all->table, at, n, t);
	if (t)
		return t->bytes;
	t = all->size + n < TEXTS_MAX ? malloc(sizeof(*t) + n) : NULL;
	if (!t)
		return "";
	t->n = n;
	memcpy(t->bytes, at, n);
	all->size += n;
	HASH_ADD_KEYPTR(hh, all->table, t->bytes, n, t);
	return t->bytes;
}

const char *texts_keep(struct texts **texts, const char *at, size_t n)
{
	if (!*texts)
		*texts = calloc(1, sizeof(**texts));
	return *texts ? add(*texts, at, n) : "";
}

void texts_free(struct texts *texts)
{
	struct text *t = texts ? texts->table : NULL, *next;

	if (t)
		HASH_CLEAR(hh, texts->table); /* the table; texts keep their links */
	for (; t; t = next) {
		next = t->hh.next;
		free(t);
	}
	free(texts);
}
