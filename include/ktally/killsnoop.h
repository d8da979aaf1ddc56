/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* killsnoop.h - one row of killsnoop. */
#pragma once

#include "filter.h"

struct kill_row {
	__u64 time_ns;
	__u32 pid, tid, uid;
	__u32 signal;
	__s32 target;		 /* as it was given: a process, 0 or a negative number for groups */
	__s32 result;		 /* 0 or -errno; with -k what signal_generate says */
	__u32 by_descriptor; /* of a process: the target is known when a signal is made for it */
	__u32 unused;
	char comm[TASK_COMM];
	char target_comm[TASK_COMM]; /* of the last process that the signal reached; empty: none */
};
