// SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause
/*
 * trace - system calls one by one, with their arguments and results: one row for each, sent when it returns.
 *
 * The entry keeps the time and the arguments in the thread's slot, and reads what will not be there later. The return
 * tests what was asked for, the cheapest first, reads memory and sends the row.
 */
#include "trace_slots.bpf.h"
#include "trace_captures.bpf.h"
#include "trace_ops.bpf.h"
#include "events.bpf.h"
#include "filter.bpf.h"
#include <bpf/bpf_tracing.h>

char LICENSE[] SEC("license") = "Dual BSD/GPL";

const volatile struct trace_setup setup = {};
const volatile struct trace_errors errors = {};

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
	u32 index = call_index(number & ~SYSCOUNT_32BIT);

	if (index >= TRACE_PLANS)
		return setup.wanted.others;
	return set_has(&setup.wanted, index) || set_has(&setup.wanted, index + TRACE_PLAN_NUMBERS);
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
	s->row.flags = 0;
	__builtin_memcpy(s->row.args, slot->args, sizeof(slot->args));
	__builtin_memcpy(s->row.comm, slot->comm, sizeof(slot->comm));
}

static __always_inline void row_send(struct trace_scratch *s)
{
	u64 used = s->used;

	BOUND(used, 2 * TRACE_ROOM - 1);
	if (used > TRACE_ROOM)
		return;
	s->row.length = used;
	events_send(&s->row, sizeof(s->row) + used);
}

/* ---- entry ---- */

static __always_inline void keep_arguments(struct trace_slot *slot, struct pt_regs *regs)
{
	if (slot->call & SYSCOUNT_32BIT && !(slot->call & SYSCOUNT_X32)) {
		for (u32 i = 0; i < TRACE_ARGS; i++)
			slot->args[i] = syscall_arg_32(regs, i);
		return;
	}
	for (u32 i = 0; i < TRACE_ARGS; i++)
		slot->args[i] = syscall_arg(regs, i);
}

/* What the call will change, or what will be gone when it returns, as execve's memory. */
static __always_inline void read_entry(struct trace_slot *slot, u32 index)
{
	bool ends = set_has(&setup.no_return, index);
	struct trace_scratch *s;

	if (!ends && !set_has(&setup.at_entry, index))
		return;
	s = scratch();
	if (!s)
		return;
	row_of_slot(s, slot);
	if (!ends)
		s->limit = TRACE_CAPTURE_LONG;
	if (index < TRACE_PLANS)
		plan_run(index, true);
	if (!ends) {
		capture_put(slot, s);
		return;
	}
	s->row.ret = 0;
	s->row.latency_ns = 0;
	s->row.kind = TRACE_NO_RETURN;
	row_send(s);
	slot->start = 0;
}

static __always_inline int enter(struct pt_regs *regs, u32 number, const bool hashed)
{
	struct task_struct *task;
	struct trace_slot *slot;
	u32 call, index;
	u64 id;

	if (!number_wanted(number) || !task_wanted())
		return 0;
	task = current_task(hashed);
	call = syscall_of(task, regs, number, true, hashed);
	index = call_index(call);
	if (!set_has(&setup.wanted, index))
		return 0;
	id = current_id(task, hashed);
	slot = slot_of(id, hashed);
	if (!slot)
		return 0;
	slot->call = call;
	slot->uid = bpf_get_current_uid_gid();
	slot->captured = 0;
	current_name(slot->comm, task, hashed);
	keep_arguments(slot, regs);
	slot->start = bpf_ktime_get_ns();
	read_entry(slot, index);
	return 0;
}

/* ---- return ---- */

static __always_inline bool is_error(s64 result)
{
	return result < 0 && result >= -4095;
}

static __always_inline bool result_wanted(s64 result)
{
	u64 error = -result;

	if (setup.failed && !is_error(result))
		return false;
	if (setup.succeeded && is_error(result))
		return false;
	if (!setup.by_error)
		return true;
	return is_error(result) && errors.bits[error >> 6 & 63] >> (error & 63) & 1;
}

static __always_inline int leave(void *ctx, struct pt_regs *regs, u32 number, s64 result, const bool hashed)
{
	u64 now = bpf_ktime_get_ns(), id, start;
	struct trace_scratch *s;
	struct trace_slot *slot;
	struct task_struct *task;
	u32 index;

	(void)ctx;
	(void)regs;
	/* -1: rt_sigreturn has brought back the registers of what the signal interrupted */
	if (number != (u32)-1 && !number_wanted(number))
		return 0;
	task = current_task(hashed);
	id = current_id(task, hashed);
	slot = slot_find(id, hashed);
	if (!slot || !slot->start) /* it began before tracing, is not wanted, or is fork() returning in the child */
		return 0;
	start = slot->start;
	s = scratch();
	if (!s)
		return 0;
	if (!result_wanted(result) || now - start < setup.slower_ns) {
		slot->start = 0;
		capture_drop(slot);
		return 0;
	}
	row_of_slot(s, slot);
	slot->start = 0;
	s->row.kind = TRACE_CALL;
	s->row.ret = result;
	s->row.latency_ns = now - start;
	current_name((u64 *)s->row.comm, task, hashed);
	if (slot->captured)
		capture_take(slot, s);
	index = call_index(s->row.call);
	if (index < TRACE_PLANS)
		plan_run(index, false);
	row_send(s);
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
	return leave(ctx, (void *)ctx[0], syscall_number((void *)ctx[0]), ctx[1], false);
}

SEC("?tracepoint/raw_syscalls/sys_enter")
int sys_enter_classic(struct syscall_event *e)
{
	return enter(syscall_regs(), e->number, false);
}

SEC("?tracepoint/raw_syscalls/sys_exit")
int sys_exit_classic(struct syscall_event *e)
{
	return leave(e, NULL, e->number, e->result, false);
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
	return leave(ctx, (void *)ctx[0], syscall_number((void *)ctx[0]), ctx[1], true);
}

/* ---- threads that end or change their number ---- */

static __always_inline void thread_ends(u64 id, const bool hashed)
{
	struct trace_slot *slot = slot_find(id, hashed);

	if (!slot)
		return;
	capture_drop(slot);
	slot_free(slot, id);
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
