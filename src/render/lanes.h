/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lanes.h - where slices of one track go that overlap: slices of one lane never do. Slices come as they end, or in any
 * order. A lane knows only where it is taken up to, so this needs memory for as many lanes as there are. Pure.
 */
#pragma once

#include <stdint.h>

struct lanes {
	uint64_t *ends; /* a tree: the least of both children; the leaves are the lanes */
	uint32_t room;	/* leaves, a power of two; 0: none yet */
};

/* The lowest lane that is free from `start` on, which is taken up to `end` now; counted from 0. -ENOMEM */
int lanes_take(struct lanes *l, uint64_t start, uint64_t end);
void lanes_free(struct lanes *l);
