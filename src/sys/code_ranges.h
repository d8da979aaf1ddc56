/* SPDX-License-Identifier: GPL-2.0-or-later */
/* code_ranges.h - ranges of addresses with a number each. Where they overlap, the one that was added last counts. Pure.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define CODE_RANGES_MAX (1U << 20)

struct code_range {
	uint64_t start, end;
	uint64_t first;	 /* where the range began that this is a part of */
	uint32_t number; /* not 0 */
	uint32_t order;	 /* later ones have more */
};

struct code_ranges {
	struct code_range *list; /* sorted: in order, none overlaps another; behind these are new ones */
	size_t sorted, n, room;
	uint32_t added;
};

/* Without memory, and beyond CODE_RANGES_MAX, a range is left out. */
void code_ranges_add(struct code_ranges *r, uint64_t start, uint64_t end, uint32_t number);
/* To be called before code_ranges_find() */
void code_ranges_sort(struct code_ranges *r);
/* The number of the range that has the address; 0: none. *into: the distance from its start */
uint32_t code_ranges_find(const struct code_ranges *r, uint64_t address, uint64_t *into);
size_t code_ranges_size(const struct code_ranges *r);
void code_ranges_free(struct code_ranges *r);
