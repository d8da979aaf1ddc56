/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* bitesize.h - what a histogram of I/O sizes is keyed by, and its buckets where the user chose them. */
#pragma once

#include "filter.h"
#include "hist.h"

#define BITE_EDGES 16

struct bite_key {
	__u32 dev;	/* major << 20 | minor; 0 where disks are not told apart */
	__u32 type; /* io_type.h; 0 where types are not told apart */
	__u32 pid;	/* 0 where processes are not told apart, with an empty name */
	__u32 unused;
	char comm[TASK_COMM];
};

/* Slot of a value where edges are given: how many of them it has reached. `edges` has BITE_EDGES elements. */
static inline __attribute__((always_inline)) __u32 bite_slot(__u64 value, const volatile __u64 *edges, __u32 nedges)
{
	__u32 slot = 0;

	for (__u32 i = 0; i < BITE_EDGES; i++)
		slot += i < nedges && value >= edges[i];
	return slot;
}
