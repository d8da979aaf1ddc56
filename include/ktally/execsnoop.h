/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* execsnoop.h - one row of execsnoop. */
#pragma once

#include "filter.h"

#define EXEC_ARGS 16384 /* bytes of arguments that are kept; a power of two */
#define EXEC_ARG 4096	/* of a single one of a failed call, which are read one by one */
#define EXEC_ARGC 128	/* and how many of them */

struct exec_row {
	__u64 time_ns;
	__u32 pid, tid, ppid, uid;
	__s32 error;  /* -errno; 0: it worked */
	__u32 length; /* of the arguments, each with its NUL */
	__u16 cut;	  /* there were more */
	__u16 unreadable;
	__u32 cpu;
	char parent_comm[TASK_COMM];
	char comm[TASK_COMM];	  /* the new one, where the call worked */
	char args[2 * EXEC_ARGS]; /* sent as far as it is used; twice what is kept, for the verifier */
};
