/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stack_store.h - the stacks that a run has seen, by their hashes (include/ktally/stacks.h). Keys of totals have only
 * the hash. A process runs one tool, so there is one store. Pure.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct stored_stack {
	uint64_t hash;
	uint32_t n, flags; /* STACK_CUT and the like */
	uint64_t frames[]; /* innermost first */
};

/* Keeps a stack whose hash is known; one that is there already stays. n: at most STACK_FRAMES. 0 or -ENOMEM */
int stack_store_put(uint64_t hash, const uint64_t *frames, uint32_t n, uint32_t flags);
/* Computes the hash. Returns it, or 0 without memory */
uint64_t stack_store_add(const uint64_t *frames, uint32_t n, uint32_t flags);
/* NULL: no such stack came */
const struct stored_stack *stack_store_find(uint64_t hash);
void stack_store_drop(void);
