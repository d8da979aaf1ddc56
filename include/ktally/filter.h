/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * filter.h - which tasks a tool looks at. The loader writes it into the program's read-only data
 * before the load, so what is off costs nothing: the verifier removes the dead branches.
 */
#pragma once

#include <linux/types.h>

#define FILTER_PIDS 16
#define TASK_COMM 16 /* TASK_COMM_LEN: 15 bytes and the NUL */

struct filter {
	__u32 npids; /* 0: every process */
	__u32 tid;	 /* 0: every thread */
	__u32 uid;
	__u32 has_uid;
	__u32 cgroup; /* test map `filter_cgroup`, index 0, descendants included */
	__u32 follow; /* the processes in map `filter_follow`, kept up to date over fork and exit */
	__u32 ncomm;  /* bytes of `comm` to look for anywhere in the task's name; 0: every name */
	__u32 self;	  /* ktally's own process, which event tools leave out; 0: none */
	__u32 listed; /* the name must be one of those of struct filter_names */
	__u32 pids[FILTER_PIDS];
	char comm[TASK_COMM];
	__u64 cgroup_id; /* of `cgroup`: its number in the kernel, for tasks that are not the current one */
};

/*
 * A list of names and globs as one bit-parallel automaton (src/probe/glob.h): each has the bits of its states, one
 * behind the other. follow[c]: states that are entered by c; loop: those that a '*' keeps; accept: the last ones.
 */
#define FILTER_NAMES 62 /* characters of the list */
struct filter_names {
	__u64 follow[256];
	__u64 start, loop, accept;
};

/* Keeps clang from making a comparison of a number, and of that a branch */
#define FILTER_HIDE(value) __asm__ volatile("" : "+r"(value))

/* Is the name, up to the NUL, one of them? No branches: two ways at each byte would be 2^15 for the verifier to walk.
 */
static inline __attribute__((always_inline)) __u64 filter_names_match(const volatile struct filter_names *names,
																	  const char *comm)
{
	__u64 states = names->start, loop = names->loop, alive = 1;

#pragma GCC unroll 16
	for (int i = 0; i < TASK_COMM - 1; i++) {
		__u64 c = (unsigned char)comm[i], next = (states << 1 & names->follow[c]) | (states & loop);

		c += 255; /* so bit 8 says that it was not the NUL, after which nothing changes */
		FILTER_HIDE(c);
		alive &= c >> 8;
		FILTER_HIDE(alive); /* a factor, no mask: 6.16 and later walk both ways where a mask of a sign is used */
		states += (next - states) * alive;
	}
	return states & names->accept;
}
