// SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause
/*
 * execsnoop - programs that are started, with their arguments.
 *
 * A call that works is seen by sched_process_exec, whichever call and thread it came from: the arguments
 * are then where the kernel has just put them, all in one piece. One that fails has left everything where
 * it was and is looked at when it returns.
 */
#include "events.bpf.h"
#include "filter.bpf.h"
#include "syscalls.bpf.h"
#include <bpf/bpf_tracing.h>
#include <ktally/execsnoop.h>

char LICENSE[] SEC("license") = "Dual BSD/GPL";

const volatile bool again = false; /* also processes that have called exec before */
const volatile __u32 only_parent = 0;

/* A row on its way, for each CPU (the loader says how many): larger than a per-CPU map's entries can be */
struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct exec_row);
} rows SEC(".maps");

static __always_inline struct exec_row *row_of(u32 ppid)
{
	u32 cpu = bpf_get_smp_processor_id();
	u64 id = bpf_get_current_pid_tgid();
	struct exec_row *row = bpf_map_lookup_elem(&rows, &cpu);

	if (!row)
		return NULL;
	row->pid = id >> 32;
	row->tid = id;
	row->ppid = ppid;
	row->uid = bpf_get_current_uid_gid();
	row->error = row->length = row->cut = row->unreadable = row->pad = 0;
	bpf_get_current_comm(row->comm, sizeof(row->comm));
	return row;
}

static __always_inline void send(struct exec_row *row, u32 length)
{
	row->length = length;
	row->time_ns = bpf_ktime_get_ns();
	events_send(row, offsetof(struct exec_row, args) + (length & (2 * EXEC_ARGS - 1)));
}

/* "0 <= n <= EXEC_ARGS" in a form that no compiler turns into one that old verifiers do not follow */
static __always_inline u64 bounded(u64 n)
{
	if (n > EXEC_ARGS - 1)
		n = EXEC_ARGS - 1;
	asm volatile("%0 &= %1" : "+r"(n) : "i"(EXEC_ARGS - 1));
	return n;
}

/*
 * A fork gives the child its parent's number of execs twice: as its own and to remember it. The first exec
 * makes one more, so a greater distance means that this process has called exec before.
 */
static __always_inline bool first_exec(struct task_struct *task)
{
	return task->self_exec_id - task->parent_exec_id <= 1;
}

SEC("tp_btf/sched_process_exec")
int exec(u64 *ctx)
{
	struct task_struct *task = (void *)ctx[0];
	struct linux_binprm *bprm = (void *)ctx[2];
	u32 ppid = task->real_parent->tgid;
	struct exec_row *row;
	u64 start, length;

	if ((!again && !first_exec(task)) || (only_parent && ppid != only_parent) || !task_wanted())
		return 0;
	row = row_of(ppid);
	if (!row)
		return 0;
	start = task->mm->arg_start;
	length = task->mm->arg_end - start;
	row->cut = length > EXEC_ARGS - 1;
	length = bounded(length);
	row->unreadable = bpf_probe_read_user(row->args, length, (void *)start) != 0;
	if (row->unreadable) /* swapped out at once? The name at least is in kernel memory */
		length = bounded(bpf_probe_read_kernel_str(row->args, EXEC_ARG, bprm->filename));
	send(row, length);
	return 0;
}

/* The path that was tried stands where argv[0] would: of a search through $PATH argv[0] shows nothing */
static __always_inline u32 read_args(struct exec_row *row, const char *path, const char *const *argv)
{
	long n = bpf_probe_read_user_str(row->args, EXEC_ARG, path);
	u64 at = bounded(n < 0 ? 0 : n);

	row->unreadable = n < 0;
	for (u32 i = 1; i < EXEC_ARGC; i++) {
		const char *arg = NULL;

		if (bpf_probe_read_user(&arg, sizeof(arg), argv + i) || !arg)
			return at;
		row->cut = at >= EXEC_ARGS - 1;
		if (row->cut)
			return at;
		at = bounded(at);
		n = bpf_probe_read_user_str(row->args + at, EXEC_ARG, arg);
		if (n <= 0)
			return at;
		at += (u64)n & (2 * EXEC_ARG - 1);
	}
	row->cut = 1;
	return at;
}

SEC("?tp_btf/sys_exit")
int sys_exit(u64 *ctx)
{
	struct pt_regs *regs = (void *)ctx[0];
	struct task_struct *task;
	u32 number = syscall_number(regs), is_at = number == __NR_execveat, ppid = 0;
	struct exec_row *row;

	if ((number != __NR_execve && !is_at) || (s64)ctx[1] >= 0 || syscall_is_32bit(regs))
		return 0;
	task = (void *)bpf_get_current_task();
	ppid = BPF_CORE_READ(task, real_parent, tgid);
	if ((only_parent && ppid != only_parent) || !task_wanted())
		return 0;
	row = row_of(ppid);
	if (!row)
		return 0;
	row->error = ctx[1];
	if (is_at)
		send(row, read_args(row, (void *)syscall_arg(regs, 1), (void *)syscall_arg(regs, 2)));
	else
		send(row, read_args(row, (void *)syscall_arg(regs, 0), (void *)syscall_arg(regs, 1)));
	return 0;
}
