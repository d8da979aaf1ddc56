// SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause
/*
 * funcslower - calls of kernel functions that take longer than a threshold. Time off the CPU is summed by thread in
 * sched_switch, and only if it is asked for: a call's own is the difference between its return and its entry.
 */
#include "events.bpf.h"
#include <stddef.h>
#include <ktally/funcslower.h>

struct slow_start {
	struct call_start call;
	u64 function; /* its address; 0: there is but one, and this kernel does not tell */
	u64 off_ns;	  /* of the thread, so far */
	u64 args[CALL_ARGS];
};

#define START_DATA struct slow_start
#include "calls.bpf.h"

char LICENSE[] SEC("license") = "Dual BSD/GPL";

const volatile __u64 threshold_ns = 0;
const volatile __u32 arguments = 0;
const volatile bool with_stack = false;
const volatile bool on_cpu = false;

struct off_cpu {
	u64 total_ns;
	u64 since_ns; /* 0: it runs */
};

/* Threads that have been in one of the functions */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 32768);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, u32);
	__type(value, struct off_cpu);
} off_cpu SEC(".maps");

static __always_inline u64 off_cpu_ns(bool add)
{
	u32 tid = bpf_get_current_pid_tgid();
	struct off_cpu *off = bpf_map_lookup_elem(&off_cpu, &tid), none = {};

	if (off)
		return off->total_ns;
	if (add && bpf_map_update_elem(&off_cpu, &tid, &none, BPF_NOEXIST))
		LOST(map_full);
	return 0;
}

static __always_inline u64 off_cpu_since(u64 before)
{
	u64 now = off_cpu_ns(false);

	return now > before ? now - before : 0;
}

SEC("?tp_btf/sched_switch")
int sched_switch(u64 *ctx)
{
	struct task_struct *prev = (void *)ctx[1], *next = (void *)ctx[2];
	u32 from = prev->pid, to = next->pid;
	u64 now = bpf_ktime_get_ns();
	struct off_cpu *off = bpf_map_lookup_elem(&off_cpu, &from);

	if (off)
		off->since_ns = now;
	off = bpf_map_lookup_elem(&off_cpu, &to);
	if (off && off->since_ns) {
		off->total_ns += now - off->since_ns;
		off->since_ns = 0;
	}
	return 0;
}

SEC("?tp_btf/sched_process_free")
int thread_free(u64 *ctx)
{
	u32 tid = ((struct task_struct *)ctx[0])->pid;

	bpf_map_delete_elem(&off_cpu, &tid);
	return 0;
}

static __always_inline bool call_begins(void *ctx, u64 function, const bool typed, struct slow_start *start)
{
	*start = (struct slow_start){.function = function};
#pragma unroll
	for (u32 i = 0; i < CALL_ARGS; i++)
		if (i < arguments)
			start->args[i] = call_argument(ctx, typed, i);
	if (on_cpu)
		start->off_ns = off_cpu_ns(true);
	return true;
}

static __always_inline void fill(struct slow_row *row, void *ctx, const bool typed, const struct slow_start *start)
{
	row->function = start->function;
	row->result = call_result(ctx, typed);
	row->pid = start->call.task >> 32;
	row->tid = start->call.task;
	row->cpu = bpf_get_smp_processor_id();
	row->uid = bpf_get_current_uid_gid();
	row->depth = row->unused = 0;
	bpf_get_current_comm(row->comm, sizeof(row->comm));
	for (u32 i = 0; i < CALL_ARGS; i++)
		row->args[i] = start->args[i];
}

static __always_inline void fill_stack(struct slow_row *row, void *ctx)
{
	long bytes = bpf_get_stack(ctx, row->stack, sizeof(row->stack), 0);

	row->depth = bytes > 0 ? bytes / sizeof(u64) : 0;
}

static __always_inline void call_ends(void *ctx, const bool typed, const struct slow_start *start, u64 now)
{
	u64 latency = now - start->call.time_ns;
	struct slow_row *row;

	if (on_cpu)
		latency -= off_cpu_since(start->off_ns);
	if (latency < threshold_ns)
		return;
	row = events_reserve(with_stack ? sizeof(*row) : offsetof(struct slow_row, stack));
	if (!row)
		return;
	row->time_ns = now;
	row->latency_ns = latency;
	fill(row, ctx, typed, start);
	if (with_stack)
		fill_stack(row, ctx);
	events_submit(row);
}
