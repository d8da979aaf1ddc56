// SPDX-License-Identifier: GPL-2.0-or-later
#include "stack_store.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <ktally/stacks.h>
#define uthash_fatal(msg) abort()
#include <uthash.h>

struct kept {
	UT_hash_handle hh;
	struct stored_stack stack; /* the last: it has the frames */
};

struct alias {
	UT_hash_handle hh;
	uint64_t name, hash;
};

static struct kept *all;
static struct alias *aliases;
static void (*fetch_more)(void *with);
static void *fetch_with;

static struct kept *find(uint64_t hash)
{
	struct kept *k;

	HASH_FIND(hh, all, &hash, sizeof(hash), k);
	return k;
}

void stack_store_alias(uint64_t name, uint64_t hash)
{
	struct alias *a = calloc(1, sizeof(*a));

	if (!a)
		return;
	a->name = name;
	a->hash = hash;
	HASH_ADD(hh, aliases, name, sizeof(name), a);
}

uint64_t stack_store_hash(uint64_t name)
{
	struct alias *a;

	HASH_FIND(hh, aliases, &name, sizeof(name), a);
	return a ? a->hash : name;
}

size_t stack_store_aliases(void)
{
	return HASH_COUNT(aliases);
}

void stack_store_on_miss(void (*fetch)(void *with), void *with)
{
	fetch_more = fetch;
	fetch_with = with;
}

int stack_store_put(uint64_t hash, const uint64_t *frames, uint32_t n, uint32_t flags)
{
	struct kept *k;

	if (find(hash))
		return 0;
	k = calloc(1, sizeof(*k) + n * sizeof(*frames));
	if (!k)
		return -ENOMEM;
	k->stack.hash = hash;
	k->stack.n = n;
	k->stack.flags = flags;
	memcpy(k->stack.frames, frames, n * sizeof(*frames));
	HASH_ADD(hh, all, stack.hash, sizeof(hash), k);
	return 0;
}

uint64_t stack_store_add(const uint64_t *frames, uint32_t n, uint32_t flags)
{
	uint64_t hash = stack_hash_begin(n, flags);

	for (uint32_t i = 0; i < n; i++)
		hash = stack_mix(hash, frames[i]);
	hash = hash ? hash : 1;
	return stack_store_put(hash, frames, n, flags) ? 0 : hash;
}

const struct stored_stack *stack_store_find(uint64_t hash)
{
	const struct kept *k = find(stack_store_hash(hash));

	if (!k && fetch_more) {
		fetch_more(fetch_with);
		k = find(stack_store_hash(hash));
	}
	return k ? &k->stack : NULL;
}

void stack_store_drop(void)
{
	struct alias *a, *next_alias;
	struct kept *k, *next;

	HASH_ITER (hh, all, k, next) {
		HASH_DEL(all, k);
		free(k);
	}
	HASH_ITER (hh, aliases, a, next_alias) {
		HASH_DEL(aliases, a);
		free(a);
	}
}
