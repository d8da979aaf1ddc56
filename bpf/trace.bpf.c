// SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause
/*
 * trace - system calls one by one, with their arguments and results: one row for each, sent when it returns.
 *
 * The entry keeps the time and the arguments in the thread's slot, and reads what will not be there later. The return
 * tests what was asked for, the cheapest first, reads memory and sends the row.
 */
#include "trace_slots.bpf.h"
#include "trace_captures.bpf.h"
#include "trace_faults.bpf.h"
#include "trace_ops.bpf.h"
#include "trace_rows.bpf.h"
#include "trace_signals.bpf.h"
#include "trace_summary.bpf.h"
#include "filter.bpf.h"
#include <bpf/bpf_tracing.h>

char LICENSE[] SEC("license") = "Dual BSD/GPL";

/* ---- which calls ---- */

/* A call's index among sets and plans; above TRACE_PLANS for numbers that these do not have */
static __always_inline u32 call_index(u32 call)
{
	u32 number = call & ~SYSCOUNT_NOBODYS;

	if (number >= TRACE_PLAN_NUMBERS)
		return TRACE_PLANS;
	return (call & SYSCOUNT_NOBODYS) == SYSCOUNT_32BIT ? number + TRACE_PLAN_NUMBERS : number;
}

static __always_inline bool set_has(const volatile struct trace_set *set, u64 index)
{
	if (index >= TRACE_PLANS)
		return set->others;
	barrier_var(index);
	return set->bits[index >> 6 & (TRACE_PLANS / 64 - 1)] >> (index & 63) & 1;
}

/* By its number alone, whosever it is: most calls that are not wanted end here. */
static __always_inline bool number_wanted(u32 number)
{
	return setup.all || set_has(&setup.numbers, call_index(number & ~SYSCOUNT_32BIT));
}

/* ---- rows ---- */

static __always_inline void row_of_slot(struct trace_scratch *s, const struct trace_slot *slot)
{
	s->used = 0;
	s->limit = TRACE_ROOM;
	s->compat = (slot->call & SYSCOUNT_NOBODYS) != 0;
	s->row.time_ns = slot->start;
	s->row.call = slot->call;
	s->row.uid = slot->uid;
	s->row.pid = slot->id >> 32;
	s->row.tid = slot->id;
	s->row.cpu = bpf_get_smp_processor_id();
	s->row.flags = s->late ? TRACE_NO_ENTRY : 0;
	__builtin_memcpy(s->row.args, slot->args, sizeof(slot->args));
	__builtin_memcpy(s->row.comm, slot->comm, sizeof(slot->comm));
}

/* ---- entry ---- */

static __always_inline void slot_begin(struct trace_slot *slot, struct pt_regs *regs, u32 call,
									   const struct task_struct *task, const bool hashed)
{
	slot->call = call;
	slot->uid = bpf_get_current_uid_gid();
	slot->captured = slot->found = 0;
	current_name(slot->comm, task, hashed);
	for (u32 i = 0; i < TRACE_ARGS; i++)
		slot->args[i] = (call & SYSCOUNT_NOBODYS) == SYSCOUNT_32BIT ? syscall_arg_32(regs, i) : syscall_arg(regs, i);
	slot->start = bpf_ktime_get_ns();
}

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)
struct pt_regs___stack {
	unsigned long sp;
};
#pragma clang attribute pop

/* What the call will change, or what will be gone when it returns, as execve's memory. */
static __always_inline void read_entry(struct trace_slot *slot, const struct pt_regs *regs, u32 index)
{
	bool ends = set_has(&setup.no_return, index);
	struct trace_scratch *s;

	if (!ends && !set_has(&setup.at_entry, index))
		return;
	s = scratch();
	if (!s)
		return;
	s->late = 0;
	s->stack = ((const struct pt_regs___stack *)regs)->sp;
	row_of_slot(s, slot);
	if (!ends)
		s->limit = TRACE_CAPTURE_LONG;
	s->found = 0;
	if (index < TRACE_PLANS)
		plan_run(index, true);
	slot->found = s->found;
	if (!ends) {
		capture_put(slot, s);
		return;
	}
	slot->start = 0;
	s->row.ret = 0;
	s->row.latency_ns = 0;
	s->row.kind = TRACE_NO_RETURN;
	if (setup.rows && !search.accept && (!setup.nconditions || conditions_hold(index)))
		row_send(s);
}

static __always_inline int enter(struct pt_regs *regs, u32 number, const bool hashed)
{
	struct task_struct *task;
	struct trace_slot *slot;
	u32 call, index;
	u64 id;

	if (!number_wanted(number))
		return 0;
	task = current_task(hashed);
	id = current_id(task, hashed);
	if (!task_wanted_as(id) || left_out(id >> 32) || !has_begun())
		return 0;
	call = syscall_of(task, regs, number, true, hashed);
	index = call_index(call);
	if (!setup.all && !set_has(&setup.wanted, index))
		return 0;
	slot = slot_of(id, hashed);
	if (!slot)
		return 0;
	slot_begin(slot, regs, call, task, hashed);
	read_entry(slot, regs, index);
	return 0;
}

/* ---- return ---- */

/*
 * A call that seccomp answers is never entered. The other calls without a start began before tracing, or are fork()
 * returning in the child: those threads have made no call yet, and have no slot.
 */
static __always_inline bool begin_late(struct trace_slot *slot, struct pt_regs *regs, u32 number,
									   const struct task_struct *task, const bool classic, const bool hashed)
{
	u32 call;

	if (number == (u32)-1)
		return false;
	if (classic)
		regs = syscall_regs();
	call = syscall_of(task, regs, number, false, hashed);
	if (!set_has(&setup.wanted, call_index(call)))
		return false;
	slot_begin(slot, regs, call, task, hashed);
	return true;
}

static __always_inline void send_call(void *ctx, struct trace_scratch *s, struct trace_slot *slot, s64 result, u64 ns)
{
	u32 index = call_index(slot->call);

	row_of_slot(s, slot);
	s->row.kind = TRACE_CALL;
	s->row.ret = result;
	s->row.latency_ns = ns;
	s->found = slot->found;
	if (slot->captured)
		capture_take(slot, s);
	if (setup.nconditions && !conditions_hold(index))
		return;
	if (index < TRACE_PLANS && (setup.rows || search.accept))
		plan_run(index, false);
	if (search.accept && !s->found)
		return;
	if (setup.summary)
		summary_add(slot, setup.by_thread, is_error(result), ns);
	if (setup.stacks)
		add_stacks(ctx, s);
	if (setup.rows)
		row_send(s);
}

/* It is not wanted: by its result, or it took less than --slower. */
static __always_inline bool passes(struct trace_scratch *s, const struct trace_slot *slot, s64 result, u64 *ns)
{
	if (!result_wanted(result))
		return false;
	*ns = s->late ? 0 : bpf_ktime_get_ns() - slot->start;
	return *ns >= setup.slower_ns;
}

/* classic: the registers have yet to be found */
static __always_inline int leave(void *ctx, struct pt_regs *regs, u32 number, s64 result, const bool classic,
								 const bool hashed)
{
	struct trace_scratch *s;
	struct trace_slot *slot;
	struct task_struct *task;
	u64 ns;

	/* -1: rt_sigreturn has brought back the registers of what the signal interrupted */
	if (number != (u32)-1 && !number_wanted(number))
		return 0;
	task = current_task(hashed);
	slot = slot_find(current_id(task, hashed), hashed);
	if (!slot)
		return 0;
	s = scratch();
	if (!s)
		return 0;
	s->late = !slot->start;
	if (s->late && !begin_late(slot, regs, number, task, classic, hashed))
		return 0;
	if (passes(s, slot, result, &ns)) {
		current_name(slot->comm, task, hashed);
		send_call(ctx, s, slot, result, ns);
	} else {
		capture_drop(slot);
	}
	slot->start = 0;
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
	return leave(ctx, (void *)ctx[0], syscall_number((void *)ctx[0]), ctx[1], false, false);
}

SEC("?tracepoint/raw_syscalls/sys_enter")
int sys_enter_classic(struct syscall_event *e)
{
	return enter(syscall_regs(), e->number, false);
}

SEC("?tracepoint/raw_syscalls/sys_exit")
int sys_exit_classic(struct syscall_event *e)
{
	return leave(e, NULL, e->number, e->result, true, false);
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
	return leave(ctx, (void *)ctx[0], syscall_number((void *)ctx[0]), ctx[1], false, true);
}

/* ---- threads that end or change their number ---- */

/* As wait() returns it: status << 8, or the signal's number */
static __always_inline s64 exit_code(const bool hashed)
{
	struct task_struct *task;

	if (hashed) {
		task = (void *)bpf_get_current_task();
		return BPF_CORE_READ(task, exit_code);
	}
	task = (void *)bpf_get_current_task_btf();
	return task->exit_code;
}

/* It never returned: its thread ends in it. */
static __always_inline void send_unfinished(struct trace_scratch *s, struct trace_slot *slot)
{
	s->late = 0;
	row_of_slot(s, slot);
	s->row.kind = TRACE_UNFINISHED;
	s->row.flags |= TRACE_ENDED;
	s->row.ret = 0;
	s->row.latency_ns = bpf_ktime_get_ns() - slot->start;
	if (slot->captured)
		capture_take(slot, s);
	row_send(s);
}

static __always_inline void thread_ends(u64 id, const bool hashed)
{
	struct trace_slot *slot = slot_find(id, hashed);
	struct trace_scratch *s = scratch();

	if (!s)
		return;
	if (slot && slot->start && setup.ends)
		send_unfinished(s, slot);
	if (slot) {
		capture_drop(slot);
		slot_free(slot, id);
	}
	if (!setup.signals || !task_wanted() || left_out(id >> 32))
		return;
	s->used = 0;
	row_of_task(&s->row, TRACE_EXIT, hashed);
	s->row.ret = exit_code(hashed);
	row_send(s);
}

SEC("?tp_btf/sched_process_exit")
int thread_exit(u64 *ctx)
{
	thread_ends(task_id((struct task_struct *)ctx[0]), false);
	return 0;
}

SEC("?tp_btf/sched_process_exit")
int thread_exit_hashed(u64 *ctx)
{
	thread_ends(task_id((struct task_struct *)ctx[0]), true);
	return 0;
}

SEC("?tracepoint/sched/sched_process_exit")
int thread_exit_classic(void *ctx)
{
	(void)ctx;
	thread_ends(bpf_get_current_pid_tgid(), false);
	return 0;
}

/* A thread that is not its process's first gets the first one's number by exec, and never ends under its own. */
static __always_inline void thread_exec(u64 id, u32 old_pid, const bool hashed)
{
	u64 old_id = id >> 32 << 32 | old_pid;
	struct trace_slot *from, *to;

	if (id == old_id)
		return;
	from = slot_find(old_id, hashed);
	if (!from)
		return;
	to = from->start ? slot_of(id, hashed) : NULL;
	if (to) {
		__builtin_memcpy(to->args, from->args, sizeof(to->args));
		__builtin_memcpy(to->comm, from->comm, sizeof(to->comm));
		to->call = from->call;
		to->uid = from->uid;
		to->found = from->found;
		to->captured = CAPTURED_NOTHING;
		capture_move(from, to);
		to->start = from->start;
	}
	capture_drop(from);
	slot_free(from, old_id);
}

SEC("?tp_btf/sched_process_exec")
int exec(u64 *ctx)
{
	thread_exec(task_id((struct task_struct *)ctx[0]), ctx[1], false);
	return 0;
}

SEC("?tp_btf/sched_process_exec")
int exec_hashed(u64 *ctx)
{
	thread_exec(task_id((struct task_struct *)ctx[0]), ctx[1], true);
	return 0;
}

SEC("?tracepoint/sched/sched_process_exec")
int exec_classic(struct trace_event_raw_sched_process_exec *e)
{
	thread_exec(bpf_get_current_pid_tgid(), e->old_pid, false);
	return 0;
}
