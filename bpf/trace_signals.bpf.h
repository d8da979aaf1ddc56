/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * trace_signals.bpf.h - signals, at the moment when strace shows them: when they are delivered. Those that nobody is
 * given are taken when they are sent: ignored ones, and SIGKILL, which comes with its sender only there.
 */
#pragma once

#include "abi.bpf.h"
#include "events.bpf.h"
#include "filter.bpf.h"
#include "trace_rows.bpf.h"

#define SIGINFO_BYTES 48 /* of the kernel's struct siginfo that have a meaning */
#define SIGNAL_KILL 9
#define SIGNALS_QUEUED 8 /* so many signals that wait are looked at */

/* Not through the scratch: where this program can be preempted, one at a system call may run meanwhile. */
static __always_inline struct trace_row *signal_row(u64 number, u64 info)
{
	struct trace_row *row = events_reserve(sizeof(*row) + sizeof(struct trace_piece) + SIGINFO_BYTES);
	struct trace_piece *piece;

	if (!row)
		return NULL;
	row_of_task(row, TRACE_SIGNAL, !HAS_TASK_BTF);
	row->ret = number;
	row->length = sizeof(*piece) + SIGINFO_BYTES;
	piece = (void *)(row + 1);
	*piece = (struct trace_piece){.what = TRACE_MEMORY, .length = SIGINFO_BYTES};
	if (info <= 1 || bpf_probe_read_kernel(piece + 1, SIGINFO_BYTES, (void *)info)) /* SEND_SIG_NOINFO, SEND_SIG_PRIV */
		row->length = 0;
	return row;
}

/*
 * A fatal signal without core dump is delivered as SIGKILL without siginfo, to all threads (complete_signal()). Returns
 * where the signal itself waits, and its number: in the thread that it was sent to, or in the first one, unless that
 * had ended by itself. NULL: this thread ends because of exit_group(), execve(), SIGKILL or a core dump, or another
 * thread tells it.
 */
static __always_inline struct sigpending *pending_fatal(u32 *number)
{
	struct task_struct *task = (void *)bpf_get_current_task(), *leader = BPF_CORE_READ(task, group_leader);
	struct signal_struct *process = BPF_CORE_READ(task, signal);
	u32 by = BPF_CORE_READ(process, group_exit_code) & 0x7f;

	if (!by || by == SIGNAL_KILL || by > 64)
		return NULL;
	*number = by;
	if (BPF_CORE_READ(task, pending.signal.sig[0]) >> (by - 1) & 1)
		return __builtin_preserve_access_index(&task->pending);
	if (leader != task && (!BPF_CORE_READ(leader, exit_state) || BPF_CORE_READ(leader, exit_code) & 0x7f))
		return NULL;
	if (BPF_CORE_READ(process, shared_pending.signal.sig[0]) >> (by - 1) & 1)
		return __builtin_preserve_access_index(&process->shared_pending);
	return NULL;
}

/* The siginfo of a signal that waits; NULL if the kernel had no memory for one */
static __always_inline const void *pending_info(struct sigpending *pending, u32 number)
{
	struct list_head *head = __builtin_preserve_access_index(&pending->list), *node = head;

	for (u32 i = 0; i < SIGNALS_QUEUED; i++) {
		struct sigqueue *queued;
		u32 waits;

		node = BPF_CORE_READ(node, next);
		if (!node || node == head)
			break;
		queued = (void *)node - bpf_core_field_offset(struct sigqueue, list);
		if (!bpf_probe_read_kernel(&waits, sizeof(waits), __builtin_preserve_access_index(&queued->info)) &&
			waits == number)
			return __builtin_preserve_access_index(&queued->info);
	}
	return NULL;
}

/* When it is delivered, as strace has it */
SEC("?tp_btf/signal_deliver")
int deliver(u64 *ctx)
{
	struct sigpending *pending;
	struct trace_row *row;
	u64 info = ctx[1];
	u32 number = ctx[0];

	if (!task_wanted() || left_out(bpf_get_current_pid_tgid() >> 32))
		return 0;
	if (number == SIGNAL_KILL) {
		pending = pending_fatal(&number);
		if (!pending)
			return 0;
		info = (u64)pending_info(pending, number);
	}
	row = signal_row(number, info);
	if (row)
		events_submit(row);
	return 0;
}

#define SIGNAL_DELIVERED 0 /* TRACE_SIGNAL_DELIVERED: it will be */
#define SIGNAL_IGNORED 1   /* TRACE_SIGNAL_IGNORED */

/* The process takes none any more: SIGNAL_GROUP_EXIT, and until 5.17 SIGNAL_GROUP_COREDUMP */
#define SIGNALS_ENDING 0xc

/*
 * One that is ignored is never delivered. strace shows it: the kernel ignores none of a process that is being debugged.
 * Only the numbers of its process are known here.
 */
SEC("?tp_btf/signal_generate")
int generate(u64 *ctx)
{
	struct task_struct *task = (void *)ctx[2];
	struct trace_row *row;

	if (ctx[4] != (ctx[0] == SIGNAL_KILL ? SIGNAL_DELIVERED : SIGNAL_IGNORED))
		return 0;
	if (filter.has_uid || filter.ncomm || filter.listed || filter.cgroup)
		return 0;
	if (ctx[0] != SIGNAL_KILL && BPF_CORE_READ(task, signal, flags) & SIGNALS_ENDING)
		return 0;
	if (!filter_ids(task_id(task)) || left_out(task->tgid))
		return 0;
	row = signal_row(ctx[0], ctx[1]);
	if (!row)
		return 0;
	row->pid = task->tgid;
	row->tid = task->pid;
	row->uid = 0;
	__builtin_memcpy(row->comm, task->comm, TASK_COMM);
	events_submit(row);
	return 0;
}
