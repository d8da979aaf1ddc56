/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * stacks.h - a stack as BPF sends it to user space: once, and from then on keys name it by its hash. Ids of
 * BPF_MAP_TYPE_STACK_TRACE would be shorter, but two stacks that want one id cost the second its frames.
 */
#pragma once

#include <linux/types.h>

#define STACK_FRAMES 127 /* PERF_MAX_STACK_DEPTH */

/* How the frames end; more than one may be true of a user's stack */
#define STACK_CUT 1		 /* there was no room for more frames */
#define STACK_COMPLETE 2 /* nothing called the outermost function */
#define STACK_NOT_READ 4 /* the process's unwind rows were not there yet: only the innermost function is known */
#define STACK_POINTERS 8 /* frame pointers were followed, which end anywhere in code without them */
#define STACK_KERNEL 128

struct stack_row {
	__u64 hash; /* stack_hash() of the rest; never 0, which stands for no stack */
	__u32 tgid; /* of the process that had it first; 0 for the kernel's */
	__u16 n;
	__u16 flags;
	__u64 frames[STACK_FRAMES]; /* innermost first; sent as far as n */
};

/* In the same ring, told by n == 0: a process whose mappings are wanted (sys/unwind_rows.h) */

/* In the same ring, told by n: the memory of a stack that is yet to be walked, of a process that was not known */
#define STACK_IS_COPY 0xffff
#define STACK_PAGE 4096
#define STACK_PAGES 8
struct stack_copy {
	__u64 hash; /* a name of its own: two equal stacks have two */
	__u32 tgid;
	__u16 n, flags; /* STACK_IS_COPY, 0 */
	__u64 ip, sp, bp, bx, r10;
	__u64 start; /* address of the first page */
	__u64 npages;
	__u8 memory[STACK_PAGES][STACK_PAGE]; /* sent as far as needed */
};
#define STACK_COPY_HEAD __builtin_offsetof(struct stack_copy, memory)

#define STACK_HEAD __builtin_offsetof(struct stack_row, frames)

static inline __attribute__((always_inline)) __u64 stack_mix(__u64 hash, __u64 word)
{
	hash = (hash ^ word) * 0x9e3779b97f4a7c15; /* 2^64 by the golden ratio */
	return hash ^ hash >> 29;
}

/* Of two words before the frames, and of each frame: equal hashes are taken for equal stacks */
static inline __attribute__((always_inline)) __u64 stack_hash_begin(__u32 n, __u32 flags)
{
	return stack_mix(0x2545f4914f6cdd1d, (__u64)n << 32 | flags);
}

/* What a sample, or a wait, is counted by. Parts that are not asked for are 0. */
struct stack_key {
	__u32 pid, tid;
	__u32 cpu;
	__u32 waiting; /* of waits: 1 if it had not ended when tracing did */
	__u64 cgroup;
	char comm[16];		/* TASK_COMM */
	__u64 kernel, user; /* hashes; 0: no stack */
};

/* Which parts are asked for: read-only data `stacks_by` */
struct stacks_by {
	_Bool pid, tid, cpu, cgroup, comm;
	_Bool kernel, user; /* stacks */
};
