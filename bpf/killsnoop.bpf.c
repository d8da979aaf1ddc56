// SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause
/*
 * killsnoop - signals sent by kill, tkill, tgkill, pidfd_send_signal and the two calls of sigqueue, with their result;
 * or those that the kernel itself generates.
 */
#include "abi.bpf.h"
#include "events.bpf.h"
#include "filter.bpf.h"
#include <bpf/bpf_tracing.h>
#include <ktally/killsnoop.h>

#ifndef __NR_pidfd_send_signal
#define __NR_pidfd_send_signal 424
#endif

char LICENSE[] SEC("license") = "Dual BSD/GPL";

const volatile bool failed_only = false;
const volatile __s32 only_target = 0; /* as calls name it, */
const volatile __s32 target_task = 0; /* and the kernel's number of it, where it names a process */

/* tid -> the call that it is in */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 10240);
	__type(key, u32);
	__type(value, struct kill_row);
} calls SEC(".maps");

static __always_inline int enter(s32 target, u32 signal, bool by_descriptor)
{
	u64 id = bpf_get_current_pid_tgid();
	u32 tid = id;
	struct kill_row row = {.pid = id >> 32, .tid = tid, .signal = signal, .by_descriptor = by_descriptor};

	if ((only_target && !by_descriptor && target != only_target) || !task_wanted())
		return 0;
	row.target = by_descriptor ? 0 : target;
	row.uid = bpf_get_current_uid_gid();
	bpf_get_current_comm(row.comm, sizeof(row.comm));
	if (bpf_map_update_elem(&calls, &tid, &row, BPF_ANY))
		LOST(map_full);
	return 0;
}

static __always_inline int enter_64(struct pt_regs *regs, u32 number)
{
	switch (number) {
	case __NR_kill:
	case __NR_tkill:
	case __NR_rt_sigqueueinfo:
		return enter(syscall_arg(regs, 0), syscall_arg(regs, 1), false);
	case __NR_tgkill: /* the thread is what it is sent to */
	case __NR_rt_tgsigqueueinfo:
		return enter(syscall_arg(regs, 1), syscall_arg(regs, 2), false);
	case __NR_pidfd_send_signal: /* signal_generate knows the process */
		return enter(0, syscall_arg(regs, 1), true);
	}
	return 0;
}

static __always_inline int enter_32(struct pt_regs *regs, u32 number)
{
	switch (number) {
	case NR32_KILL:
	case NR32_TKILL:
	case NR32_RT_SIGQUEUEINFO:
		return enter(syscall_arg_32(regs, 0), syscall_arg_32(regs, 1), false);
	case NR32_TGKILL:
	case NR32_RT_TGSIGQUEUEINFO:
		return enter(syscall_arg_32(regs, 1), syscall_arg_32(regs, 2), false);
	case NR32_PIDFD_SEND_SIGNAL:
		return enter(0, syscall_arg_32(regs, 1), true);
	}
	return 0;
}

/* The number first, of whichever table: most calls are none of these */
static __always_inline bool may_kill(u32 number)
{
	switch (number) {
	case __NR_kill:
	case __NR_tkill:
	case __NR_tgkill:
	case __NR_rt_sigqueueinfo:
	case __NR_rt_tgsigqueueinfo:
	case __NR_pidfd_send_signal: /* the same in both */
	case NR32_KILL:
	case NR32_TKILL:
	case NR32_TGKILL:
	case NR32_RT_SIGQUEUEINFO:
	case NR32_RT_TGSIGQUEUEINFO:
		return true;
	}
	return false;
}

static __always_inline int enter_call(struct pt_regs *regs, u32 number)
{
	return call_is_32bit(regs) ? enter_32(regs, number) : enter_64(regs, number);
}

SEC("?tp_btf/sys_enter")
int sys_enter(u64 *ctx)
{
	return may_kill(ctx[1]) ? enter_call((void *)ctx[0], ctx[1]) : 0;
}

SEC("?tracepoint/raw_syscalls/sys_enter")
int sys_enter_classic(struct syscall_event *e)
{
	return may_kill(e->number) ? enter_call(syscall_regs(), e->number) : 0;
}

/* Runs inside the call, once for each process that the signal reaches */
SEC("?tp_btf/signal_generate")
int generate(u64 *ctx)
{
	struct task_struct *task = (void *)ctx[2];
	u32 tid = bpf_get_current_pid_tgid();
	struct kill_row *row = bpf_map_lookup_elem(&calls, &tid);

	if (!row || row->signal != (u32)ctx[0])
		return 0;
	__builtin_memcpy(row->target_comm, task->comm, TASK_COMM);
	if (row->by_descriptor)
		row->target = task->tgid;
	return 0;
}

static __always_inline int leave(s64 result)
{
	u32 tid = bpf_get_current_pid_tgid();
	struct kill_row *row = bpf_map_lookup_elem(&calls, &tid);

	if (!row)
		return 0;
	row->result = result;
	row->time_ns = bpf_ktime_get_ns();
	if ((!failed_only || row->result < 0) &&
		(!only_target || row->target == (row->by_descriptor ? target_task : only_target)))
		events_send(row, sizeof(*row));
	bpf_map_delete_elem(&calls, &tid);
	return 0;
}

SEC("?tp_btf/sys_exit")
int sys_exit(u64 *ctx)
{
	return may_kill(syscall_number((void *)ctx[0])) ? leave(ctx[1]) : 0;
}

SEC("?tracepoint/raw_syscalls/sys_exit")
int sys_exit_classic(struct syscall_event *e)
{
	return may_kill(e->number) ? leave(e->result) : 0;
}

/* Not sent by anybody: faults, timers, the terminal. Who runs is who caused it, or was interrupted. */
SEC("?tp_btf/signal_generate")
int kernel_generate(u64 *ctx)
{
	struct kernel_siginfo *info = (void *)ctx[1];
	struct task_struct *task = (void *)ctx[2];
	u64 id = bpf_get_current_pid_tgid();
	struct kill_row *row;
	s32 code = ctx[1] == 1; /* SEND_SIG_PRIV; SEND_SIG_NOINFO is 0 */

	/* No pointer to the verifiers that know of these two (6.12 and stable kernels): read as any memory */
	if (ctx[1] > 1)
		bpf_core_read(&code, sizeof(code), &info->si_code);
	if (code <= 0 || (only_target && task->tgid != target_task) || !task_wanted())
		return 0;
	row = events_reserve(sizeof(*row));
	if (!row)
		return 0;
	*row = (struct kill_row){.time_ns = bpf_ktime_get_ns(), .pid = id >> 32, .tid = id};
	row->uid = bpf_get_current_uid_gid();
	row->signal = ctx[0];
	row->target = task->tgid;
	row->result = ctx[4];
	bpf_get_current_comm(row->comm, sizeof(row->comm));
	__builtin_memcpy(row->target_comm, task->comm, TASK_COMM);
	events_submit(row);
	return 0;
}
