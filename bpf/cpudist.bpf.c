// SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause
/*
 * cpudist - how long threads stay on a CPU, or off it, as histograms. Each switch ends one stay on the CPU and begins
 * another, so for these one time for each CPU is all that is kept.
 */
#include "hist.bpf.h"
#include "sched.bpf.h"
#include "task_key.bpf.h"

#define TALLY_KEY struct task_key
#define TALLY_VALUE struct hist
#define TALLY_ENTRIES 10240
#include "tally.bpf.h"

#define START_COUNTS(data) false
#include "starts.bpf.h"

char LICENSE[] SEC("license") = "Dual BSD/GPL";

const volatile bool hashed = false; /* no compare-and-exchange (before 5.12) */
const volatile bool idle = false;	/* idle tasks, too */
const volatile bool tells_state = false;

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, u64);
} begun SEC(".maps");

static __always_inline void count(struct task_struct *task, u64 ns)
{
	struct task_key key = {};
	struct hist *hist;

	task_key_fill(task, &key);
	hist = tally_of(&key);
	if (hist)
		hist_add_ns(hist, ns);
}

/* The task that leaves is the current one. */
SEC("?tp_btf/sched_switch")
int on_cpu(u64 *ctx)
{
	struct task_struct *prev = (void *)ctx[1];
	u64 *start, began, now;
	u32 zero = 0;

	start = bpf_map_lookup_elem(&begun, &zero);
	if (!start)
		return 0;
	now = bpf_ktime_get_ns();
	began = *start;
	*start = now;
	if (began && (prev->pid || idle) && task_wanted())
		count(prev, now - began);
	return 0;
}

SEC("?tp_btf/sched_switch")
int off_cpu(u64 *ctx)
{
	struct task_struct *prev = (void *)ctx[1], *next = (void *)ctx[2];
	u64 tid = prev->pid, now = bpf_ktime_get_ns(), began;

	if (tid && !(switch_state(ctx, tells_state) & TASK_DEAD) && task_wanted()) {
		if (hashed)
			starts_put_hashed(tid, &now);
		else
			starts_put(tid, &now);
	}
	if (next->pid && starts_take(next->pid, &began))
		count(next, now - began);
	return 0;
}
