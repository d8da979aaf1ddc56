// SPDX-License-Identifier: GPL-2.0-or-later
#include "starts.h"

#include <stdlib.h>
#include <string.h>
#define uthash_fatal(msg) abort()
#include <uthash.h>

struct start {
	UT_hash_handle hh;
	struct start_key key;
	struct start *next, *last; /* of the same key; `last` only in the first */
	_Alignas(8) unsigned char data[];
};

struct starts {
	size_t data_size, count;
	struct start *starts;
	struct start *spare; /* ended starts, to use again: a busy disk would allocate for each I/O */
};

struct starts *starts_new(size_t data_size)
{
	struct starts *p = calloc(1, sizeof(*p));

	if (p)
		p->data_size = data_size;
	return p;
}

static void free_list(struct start *s)
{
	while (s) {
		struct start *next = s->next;

		free(s);
		s = next;
	}
}

void starts_free(struct starts *p)
{
	struct start *s, *next;

	if (!p)
		return;
	HASH_ITER (hh, p->starts, s, next) {
		HASH_DEL(p->starts, s);
		free_list(s);
	}
	free_list(p->spare);
	free(p);
}

size_t starts_count(const struct starts *p)
{
	return p->count;
}

static struct start *find(struct starts *p, const struct start_key *key)
{
	struct start *s;

	HASH_FIND(hh, p->starts, key, sizeof(*key), s);
	return s;
}

void *starts_find(struct starts *p, struct start_key key, bool (*match)(const void *data))
{
	struct start *s = find(p, &key);

	while (s && match && !match(s->data))
		s = s->next;
	return s ? s->data : NULL;
}

void *starts_find_newest(struct starts *p, struct start_key key, bool (*match)(const void *data))
{
	void *found = NULL;

	for (struct start *s = find(p, &key); s; s = s->next)
		if (!match || match(s->data))
			found = s->data;
	return found;
}

static struct start *allocate(struct starts *p)
{
	struct start *s = p->spare;

	if (!s)
		return calloc(1, sizeof(*s) + p->data_size);
	p->spare = s->next;
	memset(s, 0, sizeof(*s) + p->data_size);
	return s;
}

void *starts_add(struct starts *p, struct start_key key)
{
	struct start *s = allocate(p), *first;

	if (!s)
		return NULL;
	s->key = key;
	first = find(p, &key);
	if (first) {
		first->last->next = s;
		first->last = s;
	} else {
		s->last = s;
		HASH_ADD(hh, p->starts, key, sizeof(key), s);
	}
	p->count++;
	return s->data;
}

void *starts_one(struct starts *p, struct start_key key)
{
	void *data = starts_find(p, key, NULL);

	return data ? data : starts_add(p, key);
}

/* Only the first start of a key is in the table. It points to the last. */
static void unlink_start(struct starts *p, struct start *first, struct start *before, struct start *s)
{
	if (before) {
		before->next = s->next;
		if (first->last == s)
			first->last = before;
		return;
	}
	HASH_DEL(p->starts, s);
	if (s->next) {
		s->next->last = s->last;
		HASH_ADD(hh, p->starts, key, sizeof(s->key), s->next);
	}
}

bool starts_take_if(struct starts *p, struct start_key key, bool (*match)(const void *data), void *data)
{
	struct start *first = find(p, &key), *before = NULL, *s = first;

	for (; s && match && !match(s->data); s = s->next)
		before = s;
	if (!s)
		return false;
	memcpy(data, s->data, p->data_size);
	unlink_start(p, first, before, s);
	s->next = p->spare;
	p->spare = s;
	p->count--;
	return true;
}

bool starts_take(struct starts *p, struct start_key key, void *data)
{
	return starts_take_if(p, key, NULL, data);
}

void starts_each(struct starts *p, void (*visit)(const void *, void *), void *arg)
{
	for (struct start *s = p->starts; s; s = s->hh.next)
		for (struct start *one = s; one; one = one->next)
			visit(one->data, arg);
}
