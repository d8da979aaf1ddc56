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

static struct kept *all;

static struct kept *find(uint64_t hash)
{
	struct kept *k;

	HASH_FIND(hh, all, &hash, sizeof(hash), k);
	return k;
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
	const struct kept *k = find(hash);

	return k ? &k->stack : NULL;
}

void stack_store_drop(void)
{
	struct kept *k, *next;

	HASH_ITER (hh, all, k, next) {
		HASH_DEL(all, k);
		free(k);
	}
}
