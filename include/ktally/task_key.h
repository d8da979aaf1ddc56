/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* task_key.h - what is told apart of a task. Parts that are not asked for are 0. */
#pragma once

#include <linux/types.h>

struct task_key {
	__u32 pid, tid;
	__u32 cpu, unused;
	__u64 cgroup;
	char comm[16]; /* TASK_COMM */
};

struct task_by {
	_Bool pid, tid, cpu, cgroup, comm;
};
