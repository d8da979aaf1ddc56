/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* runqlat.h - a row of runqlat --slower: a thread that waited long for a CPU. */
#pragma once

#include "filter.h"
#include "task_key.h"

struct runq_event {
	__u64 time_ns, latency_ns; /* when it ran, how long it had waited */
	__u32 pid, tid;
	__u32 cpu;
	__u32 before_tid; /* who ran on that CPU before; 0: it was idle */
	__u32 before_pid, unused;
	char comm[TASK_COMM], before_comm[TASK_COMM];
};
