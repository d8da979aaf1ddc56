/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* opensnoop.h - one row of opensnoop, and its filters. */
#pragma once

#include "filter.h"

#define OPEN_PATH 4096	  /* PATH_MAX, the NUL included */
#define OPEN_FOLDERS 4096 /* names of the folders that a relative path starts from */
#define OPEN_DEPTH 48
#define OPEN_FLAGS_UNKNOWN 0xffffffffU

struct open_row {
	__u64 time_ns;
	__u32 pid, tid, uid;
	__s32 fd;	 /* -1: the call failed */
	__s32 error; /* -errno; 0: it did not */
	__u32 flags, mode;
	__u32 length;	/* of the path, its NUL included */
	__u16 nfolders; /* names after the path, innermost first */
	__u8 cut;		/* there are more above them */
	__u8 resolved;	/* where the path starts is known: in these folders, or the root itself */
	__u64 callers;	/* hash of the program's stack (stacks.h); 0: not asked for */
	char comm[TASK_COMM];
	char path[4 * OPEN_PATH]; /* sent as far as it is used; a power of two for the verifier */
};

/* Which flags are asked for: any bit of `any`, or an access mode whose bit (1 << mode) is in `modes` */
struct open_flags {
	__u32 any, modes;
};

static inline int open_flags_wanted(__u32 flags, __u32 any, __u32 modes)
{
	return (flags & any) || (modes >> (flags & 3) & 1);
}

/*
 * A glob, or a text to be found anywhere, as a bit-parallel automaton: state i, bit i, has matched i characters.
 * follow[c]: states that are entered by c; loop: those that a '*' keeps; accept: the bit of the last one
 */
#define OPEN_TEXT 62
struct open_search {
	__u64 follow[256];
	__u64 loop;
	__u64 accept; /* 0: everything matches */
};

static inline __u64 open_search_step(const volatile struct open_search *search, __u64 states, __u8 c)
{
	return (states << 1 & search->follow[c]) | (states & search->loop);
}
