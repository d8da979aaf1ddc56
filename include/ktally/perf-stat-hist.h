/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* perf-stat-hist.h - the histograms of an event's field, and their buckets where the user chose them. */
#pragma once

#include "hist.h"

#define STAT_EDGES 64

/* Negative values have a histogram of their own, of their magnitudes: buckets know no sign. */
struct stat_key {
	__u64 negative;
};

/* Slot of a value where edges are given: how many of them it has reached. `edges` has STAT_EDGES elements. */
static inline __attribute__((always_inline)) __u32 stat_slot(__u64 value, const volatile __u64 *edges, __u32 nedges)
{
	__u32 slot = 0;

	for (__u32 i = 0; i < STAT_EDGES; i++)
		slot += i < nedges && value >= edges[i];
	return slot;
}
