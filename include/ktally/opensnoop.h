/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* opensnoop.h - one row of opensnoop, and its filters. */
#pragma once

#include "filter.h"

#define OPEN_PATH 4096	  /* PATH_MAX, the NUL included */
#define OPEN_FOLDERS 4096 /* names of the folders that a relative path starts from */
#define OPEN_DEPTH 48
#define OPEN_CALLERS 16
#define OPEN_FLAGS_UNKNOWN 0xffffffffU

struct open_row {
	__u64 time_ns;
	__u32 pid, tid, uid;
	__s32 fd;	 /* -1: the call failed */
	__s32 error; /* -errno; 0: it did not */
	__u32 flags, mode;
	__u32 length;			 /* of the path, its NUL included */
	__u16 nfolders;			 /* names after the path, innermost first */
	__u8 cut;				 /* there are more above them */
	__u8 resolved;			 /* where the path starts is known: in these folders, or the root itself */
	__u32 callers, ncallers; /* where in `path` the addresses begin, innermost first, and how many; 0: not asked for */
	char comm[TASK_COMM];
	/* sent as far as it is used; a power of two for the verifier, and the addresses */
	char path[4 * OPEN_PATH + OPEN_CALLERS * 8];
};

/* Which flags are asked for: any bit of `any`, or an access mode whose bit (1 << mode) is in `modes` */
struct open_flags {
	__u32 any, modes;
};

static inline int open_flags_wanted(__u32 flags, __u32 any, __u32 modes)
{
	return (flags & any) || (modes >> (flags & 3) & 1);
}

/* Automaton that finds a text: next state for each state and byte; the last state stays */
#define OPEN_TEXT 63
struct open_search {
	__u32 length; /* of the text; 0: everything matches */
	__u8 next[OPEN_TEXT + 1][256];
};
