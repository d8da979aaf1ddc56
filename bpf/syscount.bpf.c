// SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause
/*
 * syscount - system calls by name, process, thread, error.
 *
 * Additions are plain, not atomic: a program that runs at a system call's entry or exit is neither preempted nor
 * interrupted by another one that counts, and each adds only to what belongs to its CPU or its thread.
 */
#include "abi.bpf.h"
#include "filter.bpf.h"
#include "hist.bpf.h"
#include <bpf/bpf_tracing.h>
#include <ktally/syscount.h>

char LICENSE[] SEC("license") = "Dual BSD/GPL";

const volatile __u32 where = SYSCOUNT_BY_NUMBER;
const volatile bool by_comm = false;
const volatile bool by_pid = false;
const volatile bool by_tid = false;
const volatile bool by_call = false;
const volatile bool by_error = false;
const volatile bool latency = false;
const volatile bool histogram = false;
const volatile bool failed_only = false;
const volatile __u32 only_error = 0;
const volatile __u32 self = 0; /* ktally's own process, which is left out; 0: it is not worth the look */

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct syscount_calls);
} calls SEC(".maps");

/* Keyed totals. Per CPU: threads of one process would fight for their entry. */
struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_HASH);
	__uint(max_entries, 10240);
	__type(key, struct syscount_key);
	__type(value, struct syscount_stat);
} keyed SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 2048);
	__type(key, struct syscount_key);
	__type(value, struct hist);
} hists SEC(".maps");

static const struct syscount_stat stat_zero;
static const struct hist hist_zero;

static __always_inline void stat_add(struct syscount_stat *stat, u64 ns, const bool timed)
{
	stat->count++;
	if (!timed)
		return;
	stat->total_ns += ns;
	if (ns > stat->max_ns)
		stat->max_ns = ns;
}

static __always_inline struct syscount_stat *stat_of(const struct syscount_key *key)
{
	struct syscount_stat *stat = bpf_map_lookup_elem(&keyed, key);

	if (stat)
		return stat;
	bpf_map_update_elem(&keyed, key, &stat_zero, BPF_NOEXIST);
	stat = bpf_map_lookup_elem(&keyed, key);
	if (!stat)
		LOST(map_full);
	return stat;
}

static __always_inline struct hist *hist_of(const struct syscount_key *key)
{
	struct hist *hist = bpf_map_lookup_elem(&hists, key);

	if (hist)
		return hist;
	bpf_map_update_elem(&hists, key, &hist_zero, BPF_NOEXIST);
	hist = bpf_map_lookup_elem(&hists, key);
	if (!hist)
		LOST(map_full);
	return hist;
}

#include "syscount_threads.bpf.h"

/* timed: known when it is compiled. Additions of a constant 0 become an instruction that older kernels refuse. */
static __always_inline void count_key(struct syscount_key *key, u64 ns, const bool timed)
{
	struct syscount_stat *stat;
	struct hist *hist;

	if (timed && histogram) {
		hist = hist_of(key);
		if (hist)
			hist_add_ns(hist, ns);
		return;
	}
	stat = stat_of(key);
	if (stat)
		stat_add(stat, ns, timed);
}

static __always_inline void count_number(u32 call, u64 ns, const bool timed)
{
	u64 slot = call & ~SYSCOUNT_32BIT;
	u32 zero = 0;
	struct syscount_key key = {.call = call};
	struct syscount_calls *all;

	if (slot >= SYSCOUNT_NUMBERS) {
		count_key(&key, ns, timed);
		return;
	}
	if (call & SYSCOUNT_32BIT)
		slot += SYSCOUNT_NUMBERS;
	barrier_var(slot); /* else clang 21 leaves out the next test, and 6.1 does not know what it knows */
	all = bpf_map_lookup_elem(&calls, &zero);
	if (all && slot < 2 * SYSCOUNT_NUMBERS)
		stat_add(&all->stats[slot], ns, timed);
}

static __always_inline void count_thread(const struct task_struct *task, const bool hashed)
{
	struct syscount_thread *thread = thread_of(current_id(task, hashed), hashed);

	if (!thread)
		return;
	thread_name(thread, task, hashed);
	stat_add(&thread->stat, 0, false);
}

static __always_inline void count(const struct task_struct *task, u32 call, s64 result, u64 ns, const bool timed,
								  const bool hashed)
{
	struct syscount_key key = {};

	if (where == SYSCOUNT_BY_NUMBER) {
		count_number(call, ns, timed);
		return;
	}
	if (!timed && where == SYSCOUNT_BY_THREAD) {
		count_thread(task, hashed);
		return;
	}
	if (by_comm)
		bpf_get_current_comm(key.comm, sizeof(key.comm));
	if (by_pid)
		key.pid = current_id(task, hashed) >> 32;
	if (by_tid)
		key.tid = current_id(task, hashed);
	if (by_call)
		key.call = call;
	if (by_error)
		key.error = -result;
	count_key(&key, ns, timed);
}

static __always_inline int enter(struct pt_regs *regs, u32 call, const bool hashed)
{
	struct syscount_thread *thread;
	struct task_struct *task;

	if (!task_wanted())
		return 0;
	if (where == SYSCOUNT_BY_NUMBER && !latency && !self && entered_by_syscall(regs)) {
		count_number(call, 0, false);
		return 0;
	}
	task = current_task(hashed);
	if (self && current_id(task, hashed) >> 32 == self)
		return 0;
	call = by_call ? syscall_of(task, regs, call, true, hashed) : 0;
	if (!latency) {
		count(task, call, 0, 0, false, hashed);
		return 0;
	}
	thread = thread_of(current_id(task, hashed), hashed);
	if (!thread)
		return 0;
	thread->call = call;
	thread->start = bpf_ktime_get_ns();
	return 0;
}

/* What rt_sigreturn "returns" is a register of whatever the signal interrupted; by then the kernel has -1 for its
 * number. */
static __always_inline bool result_wanted(struct pt_regs *regs, s64 result)
{
	if ((only_error || failed_only) && (s32)syscall_number(regs) == -1)
		return false;
	if (only_error)
		return result == -(s64)only_error;
	return !failed_only || (result < 0 && result >= -4095);
}

/* A call without a start began before us, or is fork() returning in the child. */
static __always_inline int leave_timed(struct pt_regs *regs, s64 result, const bool hashed)
{
	struct task_struct *task = current_task(hashed);
	u64 now = bpf_ktime_get_ns(), start;
	struct syscount_thread *thread = thread_find(current_id(task, hashed), hashed);

	if (!thread || !thread->start)
		return 0;
	start = thread->start;
	thread->start = 0;
	if (!result_wanted(regs, result))
		return 0;
	if (where != SYSCOUNT_BY_THREAD) {
		count(task, thread->call, result, now - start, true, hashed);
		return 0;
	}
	thread_name(thread, task, hashed);
	stat_add(&thread->stat, now - start, true);
	return 0;
}

static __always_inline int leave(struct pt_regs *regs, s64 result, const bool hashed)
{
	struct task_struct *task;

	if (latency)
		return leave_timed(regs, result, hashed);
	if (!result_wanted(regs, result) || !task_wanted())
		return 0;
	task = current_task(hashed);
	if (self && current_id(task, hashed) >> 32 == self)
		return 0;
	count(task, by_call ? syscall_of(task, regs, syscall_number(regs), false, hashed) : 0, result, 0, false, hashed);
	return 0;
}

SEC("?tp_btf/sys_enter")
int sys_enter(u64 *ctx)
{
	return enter((void *)ctx[0], ctx[1], false);
}

SEC("?tp_btf/sys_exit")
int sys_exit(u64 *ctx)
{
	return leave((void *)ctx[0], ctx[1], false);
}

SEC("?tracepoint/raw_syscalls/sys_enter")
int sys_enter_classic(struct syscall_event *e)
{
	return enter(syscall_regs(), e->number, false);
}

SEC("?tracepoint/raw_syscalls/sys_exit")
int sys_exit_classic(struct syscall_event *e)
{
	return leave(syscall_regs(), e->result, false);
}

/* _hashed: for kernels that have no compare-and-exchange for BPF (before 5.12) */
SEC("?tp_btf/sys_enter")
int sys_enter_hashed(u64 *ctx)
{
	return enter((void *)ctx[0], ctx[1], true);
}

SEC("?tp_btf/sys_exit")
int sys_exit_hashed(u64 *ctx)
{
	return leave((void *)ctx[0], ctx[1], true);
}
