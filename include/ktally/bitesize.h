/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* bitesize.h - the buckets of I/O sizes where the user chose them. */
#pragma once

#include <linux/types.h>

#define BITE_EDGES 16

/* Slot of a size where edges are given: how many of them it has reached; without data, one behind the last.
 * `edges` has BITE_EDGES elements. */
static inline __attribute__((always_inline)) __u32 bite_slot(__u64 value, const volatile __u64 *edges, __u32 nedges)
{
	__u32 slot = 0;

	for (__u32 i = 0; i < BITE_EDGES; i++)
		slot += i < nedges && value >= edges[i];
	return value ? slot : nedges + 1;
}
