/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* syscount.h - what system calls are counted by, and where. */
#pragma once

#include "filter.h"

/* A call is its number and, in the highest bits, whose number it is: 1 names one call in a 64-bit program and
 * another in a 32-bit one. A number below zero (both bits) is no call's. */
#define SYSCOUNT_32BIT (1U << 31)
#define SYSCOUNT_X32 (1U << 30) /* as the kernel has it */
#define SYSCOUNT_NOBODYS (SYSCOUNT_32BIT | SYSCOUNT_X32)

/* What is not told apart is zero. */
struct syscount_key {
	char comm[TASK_COMM];
	__u32 pid, tid;
	__u32 call;
	__u32 error; /* above zero */
};

struct syscount_stat {
	__u64 total_ns, count; /* neighbours: FIELD_MEAN */
	__u64 max_ns;
};

/* Calls only: a slot for each number below 512, 64-bit and 32-bit. Others go to the keyed totals. */
#define SYSCOUNT_NUMBERS 512
struct syscount_calls {
	struct syscount_stat stats[2 * SYSCOUNT_NUMBERS];
};

#define SYSCOUNT_THREADS_LOG2 14

/*
 * A thread's own counter: nobody else adds to it, so it needs no atomic operation and shares no cache line.
 * `stat` only grows, whoever owns the slot; what was moved to the keyed totals is in `folded`.
 */
struct syscount_thread {
	__u64 id;	 /* tgid << 32 | tid; 0: free */
	__u64 start; /* nanoseconds; 0: in no call */
	struct syscount_stat stat;
	__u64 comm[TASK_COMM / 8]; /* under which it counts */
	__u64 call;				   /* that `start` belongs to */
	/* ---- a cache line ---- */
	struct syscount_stat folded; /* max_ns is unused */
	__u64 unused[5];
};

/* Where counts are kept */
enum syscount_where { SYSCOUNT_BY_NUMBER, SYSCOUNT_BY_THREAD, SYSCOUNT_BY_KEY };
