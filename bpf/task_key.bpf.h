/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
#pragma once

#include "load.bpf.h"
#include <ktally/task_key.h>

const volatile struct task_by task_by = {};

/* Of any task. The CPU is the current one. */
static __always_inline void task_key_fill(struct task_struct *task, struct task_key *key)
{
	if (task_by.pid)
		key->pid = task->tgid;
	if (task_by.tid)
		key->tid = task->pid;
	if (task_by.cpu)
		key->cpu = bpf_get_smp_processor_id();
	if (task_by.cgroup)
		key->cgroup = BPF_CORE_READ(task, cgroups, dfl_cgrp, kn, id);
	if (task_by.comm)
		__builtin_memcpy(key->comm, task->comm, sizeof(key->comm));
}
