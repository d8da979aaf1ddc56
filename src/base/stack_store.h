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
/* Another name of the stack `hash`. Without memory it is no stack's name */
void stack_store_alias(uint64_t name, uint64_t hash);
/* The hash of the stack that has this name; the name itself, if it is none */
uint64_t stack_store_hash(uint64_t name);
size_t stack_store_aliases(void);

/* By its hash, or by another name. NULL: no such stack came */
const struct stored_stack *stack_store_find(uint64_t hash);
/* What is to be called when a stack is not there, as it may be on its way. NULL: nothing */
void stack_store_on_miss(void (*fetch)(void *with), void *with);
void stack_store_drop(void);
