/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* sched.bpf.h - what the scheduler's tracepoints tell of tasks that are not the current one. */
#pragma once

#include "filter.bpf.h"
#include "load.bpf.h"

#define TASK_UNINTERRUPTIBLE 2
#define TASK_DEAD 0x80
#define TASK_STATES 0xff /* the rest of the word are modifiers, as of TASK_KILLABLE and TASK_IDLE */

/* 2f064a59a11f ("sched: Change task_struct::state", 5.14) */
static __always_inline u32 state_of(struct task_struct *task)
{
	struct task_struct___state *old = (void *)task;

	if (bpf_core_field_exists(old->state))
		return (u32)BPF_CORE_READ(old, state);
	return BPF_CORE_READ(task, __state);
}

/*
 * Of the task that sched_switch takes off its CPU; 0: it could run. A preempted one can, whatever it was about to do.
 * told: the kernel passes the state (fa2c3254d7cf, 5.18); what the task has may be of its next wake-up already.
 */
static __always_inline u32 switch_state(u64 *ctx, const bool told)
{
	struct task_struct *prev = (void *)ctx[1];
	u32 state;

	if (ctx[0])
		return 0;
	state = told ? (u32)context_word(ctx, 3) : state_of(prev);
	if (state && !(state & TASK_STATES)) /* TASK_RTLOCK_WAIT, TASK_FROZEN: the kernel too calls them D */
		return TASK_UNINTERRUPTIBLE;
	return state & TASK_STATES;
}

/* task_wanted() for another task than the current one */
static __always_inline bool task_wanted_other(struct task_struct *task)
{
	u32 tgid = task->tgid;
	char comm[TASK_COMM] = {};

	if (!filter_ids((u64)tgid << 32 | (u32)task->pid))
		return false;
	if (filter.has_uid && BPF_CORE_READ(task, cred, uid.val) != filter.uid)
		return false;
	if (filter.cgroup && !filter_cgroup_has(task))
		return false;
	if (!filter.ncomm && !filter.listed)
		return true;
	__builtin_memcpy(comm, task->comm, sizeof(comm));
	return filter.listed ? filter_names_match(&filter_names, comm) : filter_comm(comm);
}
