/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * filter.bpf.h - task_wanted(): is the current task one that the user asked for? Also keeps the set of
 * followed processes up to date. Everything tests read-only data first.
 */
#pragma once

#include "losses.bpf.h"
#include <ktally/filter.h>
#include <bpf/bpf_core_read.h>
#include <linux/sched.h>

const volatile struct filter filter = {};
const volatile struct filter_names filter_names = {};

struct {
	__uint(type, BPF_MAP_TYPE_CGROUP_ARRAY);
	__uint(max_entries, 1);
	__uint(key_size, sizeof(u32));
	__uint(value_size, sizeof(u32));
} filter_cgroup SEC(".maps");

/* tgid -> 1 */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 16384);
	__type(key, u32);
	__type(value, u8);
} filter_follow SEC(".maps");

static __always_inline bool filter_pid(u32 tgid)
{
	for (u32 i = 0; i < FILTER_PIDS; i++) {
		if (i >= filter.npids)
			break;
		if (filter.pids[i] == tgid)
			return true;
	}
	return false;
}

/* Does `comm` hold filter.comm anywhere? Both are 16 bytes, so there are few places to try. */
static __always_inline bool filter_comm(const char *comm)
{
	for (u32 at = 0; at < TASK_COMM; at++) {
		u32 n = 0;

		if (at + filter.ncomm > TASK_COMM)
			break;
		for (; n < TASK_COMM; n++)
			if (n >= filter.ncomm || at + n >= TASK_COMM || comm[at + n] != filter.comm[n])
				break;
		if (n == filter.ncomm)
			return true;
	}
	return false;
}

static __always_inline bool filter_ids(u64 pid_tgid)
{
	u32 tgid = pid_tgid >> 32, tid = pid_tgid;

	if (filter.self && tgid == filter.self)
		return false;
	if (filter.npids && !filter_pid(tgid))
		return false;
	if (filter.tid && tid != filter.tid)
		return false;
	return !filter.follow || bpf_map_lookup_elem(&filter_follow, &tgid);
}

/* For who has asked for the current task's numbers already: tgid << 32 | tid */
static __always_inline bool task_wanted_as(u64 pid_tgid)
{
	char comm[TASK_COMM] = {};

	if (!filter_ids(pid_tgid))
		return false;
	if (filter.has_uid && (u32)bpf_get_current_uid_gid() != filter.uid)
		return false;
	if (filter.ncomm || filter.listed) {
		bpf_get_current_comm(comm, sizeof(comm));
		if (filter.listed ? !filter_names_match(&filter_names, comm) : !filter_comm(comm))
			return false;
	}
	return !filter.cgroup || bpf_current_task_under_cgroup(&filter_cgroup, 0) == 1;
}

#define FILTER_CGROUP_LEVELS 32 /* a cgroup that is deeper below the wanted one is not found to be there */

/* For any task what bpf_current_task_under_cgroup() tells of the current one. bpf_task_under_cgroup() came with 6.5. */
static __always_inline bool filter_cgroup_has(struct task_struct *task)
{
	struct cgroup *cgroup = BPF_CORE_READ(task, cgroups, dfl_cgrp);

#pragma clang loop unroll(disable)
	for (u32 i = 0; i < FILTER_CGROUP_LEVELS; i++) {
		if (!cgroup || BPF_CORE_READ(cgroup, kn, id) == filter.cgroup_id)
			break;
		cgroup = BPF_CORE_READ(cgroup, self.parent, cgroup); /* NULL: it was the root */
	}
	return cgroup && BPF_CORE_READ(cgroup, kn, id) == filter.cgroup_id;
}

static __always_inline bool task_wanted(void)
{
	bool numbers = filter.self || filter.npids || filter.tid || filter.follow;

	return task_wanted_as(numbers ? bpf_get_current_pid_tgid() : 0);
}

/* The process is counted after it is in the map: whoever has walked over the map and finds the same number as before
 * has missed nobody (source/bpf/followed.c). */
static __always_inline void follow_too(u32 tgid)
{
	u8 one = 1;

	if (!bpf_map_update_elem(&filter_follow, &tgid, &one, BPF_ANY)) {
		LOST(followed);
		return;
	}
	LOST(map_full);
	LOST(strayed);
}

/* Off unless filter.follow: "?" */
SEC("?tp_btf/sched_process_fork")
int follow_fork(u64 *ctx)
{
	struct task_struct *parent = (void *)ctx[0], *child = (void *)ctx[1];
	u32 from = parent->tgid, to = child->tgid;

	if (from == to || !bpf_map_lookup_elem(&filter_follow, &from))
		return 0;
	follow_too(to);
	return 0;
}

/* In its place where the loader prefers classic tracepoints: the current task makes this one */
SEC("?tracepoint/task/task_newtask")
int follow_newtask(struct trace_event_raw_task_newtask *e)
{
	u32 from = bpf_get_current_pid_tgid() >> 32, to = e->pid;

	if ((e->clone_flags & CLONE_THREAD) || !bpf_map_lookup_elem(&filter_follow, &from))
		return 0;
	follow_too(to);
	return 0;
}

/* sched_process_free, not _exit: a request may still be issued on behalf of an exiting process */
SEC("?tp_btf/sched_process_free")
int follow_free(u64 *ctx)
{
	struct task_struct *task = (void *)ctx[0];
	u32 pid = task->pid;

	if (task->tgid == task->pid)
		bpf_map_delete_elem(&filter_follow, &pid);
	return 0;
}
