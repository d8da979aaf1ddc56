// SPDX-License-Identifier: GPL-2.0-or-later
#include "endings.h"

#include <stdlib.h>
#define uthash_fatal(msg) abort()
#include <uthash.h>

#define GONE_NS 1000000000
#define GONE_MAX 1024 /* so many are kept before the old ones are looked for */

struct entry {
	UT_hash_handle hh;
	uint32_t pid;
	uint64_t gone_ns; /* 0: its first thread is still there */
	struct ending ending;
};

static struct entry *entries;
static unsigned gone;

static struct entry *find(uint32_t pid)
{
	struct entry *e;

	HASH_FIND(hh, entries, &pid, sizeof(pid), e);
	return e;
}

static void remove_entry(struct entry *e)
{
	HASH_DEL(entries, e);
	gone -= e->gone_ns != 0;
	free(e);
}

static bool is_old(const struct entry *e, uint64_t now_ns)
{
	return e->gone_ns && now_ns > e->gone_ns + GONE_NS;
}

struct ending *endings_find(uint32_t pid, uint64_t now_ns)
{
	struct entry *e = find(pid);

	if (!e || !is_old(e, now_ns))
		return e ? &e->ending : NULL;
	remove_entry(e); /* the number is another process's now */
	return NULL;
}

struct ending *endings_get(uint32_t pid)
{
	struct entry *e = find(pid);

	if (!e) {
		e = calloc(1, sizeof(*e));
		if (!e)
			return NULL;
		e->pid = pid;
		HASH_ADD(hh, entries, pid, sizeof(pid), e);
	}
	return &e->ending;
}

static void remove_old(uint64_t now_ns)
{
	struct entry *e = NULL, *next;

	HASH_ITER (hh, entries, e, next) {
		if (is_old(e, now_ns))
			remove_entry(e);
	}
}

void endings_gone(uint32_t pid, uint64_t now_ns)
{
	struct entry *e = find(pid);

	if (!e || e->gone_ns)
		return;
	e->gone_ns = now_ns;
	if (++gone % GONE_MAX == 0)
		remove_old(now_ns);
}

void endings_free(void)
{
	struct entry *e = NULL, *next;

	HASH_ITER (hh, entries, e, next) {
		remove_entry(e);
	}
}
