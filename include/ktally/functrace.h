/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* functrace.h - a call of a kernel function */
#pragma once

#include <ktally/filter.h>

struct call_row {
	__u64 time_ns;
	__u64 function, caller; /* addresses; caller: that of the call's return */
	__u32 pid, tid;
	__u32 cpu;
	__u32 uid;
	char comm[TASK_COMM];
};
