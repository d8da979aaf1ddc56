// SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause
/*
 * runqlat - how long threads that could run waited for a CPU: from a wake-up, or from being taken off a CPU while they
 * could run, until they run.
 *
 * Whatever makes a thread runnable begins its wait anew. One that was woken while it still ran leaves a start behind,
 * which its next wait replaces.
 */
#include "events.bpf.h"
#include "hist.bpf.h"
#include "sched.bpf.h"
#include "task_key.bpf.h"
#include <ktally/runqlat.h>

#define TALLY_KEY struct task_key
#define TALLY_VALUE struct hist
#define TALLY_ENTRIES 10240
#include "tally.bpf.h"

#define START_COUNTS(data) false
#include "starts.bpf.h"

char LICENSE[] SEC("license") = "Dual BSD/GPL";

const volatile bool tells_state = false;
const volatile bool hashed = false; /* no compare-and-exchange (before 5.12) */
const volatile bool rows = false;
const volatile __u64 min_ns = 0;

static __always_inline int runnable(struct task_struct *task)
{
	u64 tid = task->pid, now;

	if (!tid || !task_wanted_other(task))
		return 0;
	now = bpf_ktime_get_ns();
	if (hashed)
		starts_put_hashed(tid, &now);
	else
		starts_put(tid, &now);
	return 0;
}

SEC("?tp_btf/sched_wakeup")
int woken(u64 *ctx)
{
	return runnable((void *)ctx[0]);
}

SEC("?tp_btf/sched_waking")
int waking(u64 *ctx)
{
	return runnable((void *)ctx[0]);
}

SEC("tp_btf/sched_wakeup_new")
int woken_new(u64 *ctx)
{
	return runnable((void *)ctx[0]);
}

static __always_inline void send(struct task_struct *prev, struct task_struct *next, u64 now, u64 waited)
{
	struct runq_event *row = events_reserve(sizeof(*row));

	if (!row)
		return;
	row->time_ns = now;
	row->latency_ns = waited;
	row->pid = next->tgid;
	row->tid = next->pid;
	row->cpu = bpf_get_smp_processor_id();
	row->before_tid = prev->pid;
	row->before_pid = prev->tgid;
	row->unused = 0;
	__builtin_memcpy(row->comm, next->comm, sizeof(row->comm));
	__builtin_memcpy(row->before_comm, prev->comm, sizeof(row->before_comm));
	events_submit(row);
}

static __always_inline void count(struct task_struct *next, u64 waited)
{
	struct task_key key = {};
	struct hist *hist;

	task_key_fill(next, &key);
	hist = tally_of(&key);
	if (hist)
		hist_add_ns(hist, waited);
}

SEC("tp_btf/sched_switch")
int switched(u64 *ctx)
{
	struct task_struct *prev = (void *)ctx[1], *next = (void *)ctx[2];
	u64 began, now;

	if (!switch_state(ctx, tells_state))
		runnable(prev);
	if (!next->pid || !starts_take(next->pid, &began)) /* idle tasks never wait, and 0 is the key of free slots */
		return 0;
	now = bpf_ktime_get_ns();
	if (now - began < min_ns)
		return 0;
	if (rows)
		send(prev, next, now, now - began);
	else
		count(next, now - began);
	return 0;
}
