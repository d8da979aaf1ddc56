// SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause
/*
 * execsnoop - programs that are started, with their arguments.
 *
 * A call that works is seen by sched_process_exec, whichever call and thread it came from: the arguments
 * are then where the kernel has just put them, all in one piece. One that fails has left everything where
 * it was and is looked at when it returns.
 */
#include "abi.bpf.h"
#include "events.bpf.h"
#include "filter.bpf.h"
#include <bpf/bpf_tracing.h>
#include <ktally/execsnoop.h>

char LICENSE[] SEC("license") = "Dual BSD/GPL";

const volatile bool again = false; /* also processes that have called exec before */
const volatile __u32 only_parent = 0;

/*
 * Two rows on their way for each CPU (the loader says how many), larger than a per-CPU map's entries can be: where
 * system calls can be preempted while they are traced (6.13), the second program may run in the middle of the first.
 */
struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct exec_row);
} rows SEC(".maps");

static __always_inline struct exec_row *row_of(u32 ppid, u32 program)
{
	u32 cpu = bpf_get_smp_processor_id(), index = 2 * cpu + program;
	u64 id = bpf_get_current_pid_tgid();
	struct exec_row *row = bpf_map_lookup_elem(&rows, &index);

	if (!row)
		return NULL;
	row->pid = id >> 32;
	row->tid = id;
	row->ppid = ppid;
	row->cpu = cpu;
	row->uid = bpf_get_current_uid_gid();
	row->error = row->length = row->cut = row->unreadable = 0;
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

/* Of a process that its maker's parent has for a child (CLONE_PARENT, as of a container's first): tgid -> what it began
 * with */
struct sibling {
	u64 time; /* tgids come again */
	u64 exec_id;
};

#define AT_ONCE 1000000000 /* from a task's beginning to the event of it: ns */

/* Forgets the oldest: most of them call exec at once */
struct {
	__uint(type, BPF_MAP_TYPE_LRU_HASH);
	__uint(max_entries, 4096);
	__type(key, u32);
	__type(value, struct sibling);
} siblings SEC(".maps");

/* exec_id: its maker's and its own */
static __always_inline int born(u32 tgid, u64 flags, u64 exec_id)
{
	struct sibling one = {.exec_id = exec_id};

	if ((flags & (CLONE_PARENT | CLONE_THREAD)) != CLONE_PARENT)
		return 0;
	one.time = bpf_ktime_get_ns();
	bpf_map_update_elem(&siblings, &tgid, &one, BPF_ANY);
	return 0;
}

SEC("?tp_btf/task_newtask")
int made(u64 *ctx)
{
	struct task_struct *task = (void *)ctx[0];

	return born(task->tgid, ctx[1], task->self_exec_id);
}

SEC("?tracepoint/task/task_newtask")
int made_classic(struct trace_event_raw_task_newtask *e)
{
	return born(e->pid, e->clone_flags, bpf_get_current_task_btf()->self_exec_id);
}

/*
 * A fork gives the child its parent's number of execs twice: as its own and to remember it. The first exec
 * makes one more, so a greater distance means that this process has called exec before. But a sibling of its maker
 * remembers the number of that one's parent.
 */
static __always_inline bool first_exec(struct task_struct *task)
{
	struct sibling *sibling;
	u32 tgid = task->tgid;

	if (task->self_exec_id - task->parent_exec_id <= 1)
		return true;
	sibling = bpf_map_lookup_elem(&siblings, &tgid);
	if (!sibling || task->self_exec_id - sibling->exec_id > 1)
		return false;
	return sibling->time - task->group_leader->start_time < AT_ONCE;
}

static __always_inline int executed(struct task_struct *task)
{
	struct task_struct *parent = task->real_parent;
	u32 ppid = parent->tgid;
	struct exec_row *row;
	u64 start, length;

	if ((!again && !first_exec(task)) || (only_parent && ppid != only_parent) || !task_wanted())
		return 0;
	row = row_of(ppid, 0);
	if (!row)
		return 0;
	__builtin_memcpy(row->parent_comm, parent->comm, TASK_COMM);
	start = task->mm->arg_start;
	length = task->mm->arg_end - start;
	row->cut = length > EXEC_ARGS - 1;
	length = bounded(length);
	row->unreadable = bpf_probe_read_user(row->args, length, (void *)start) != 0;
	send(row, row->unreadable ? 0 : length); /* swapped out at once? */
	return 0;
}

SEC("?tp_btf/sched_process_exec")
int exec(u64 *ctx)
{
	return executed((void *)ctx[0]);
}

SEC("?tracepoint/sched/sched_process_exec")
int exec_classic(void *ctx)
{
	(void)ctx;
	return executed(bpf_get_current_task_btf());
}

struct call {
	u64 path, argv;
	bool is_32bit;
};

/* The number first, of whichever table: most calls are none of these */
static __always_inline bool may_exec(u32 number)
{
	return number == __NR_execve || number == __NR_execveat || number == NR32_EXECVE || number == NR32_EXECVEAT;
}

static __always_inline bool read_call(struct pt_regs *regs, struct call *c)
{
	u32 number = syscall_number(regs), is_at;

	if (!may_exec(number))
		return false;
	c->is_32bit = call_is_32bit(regs);
	is_at = number == (c->is_32bit ? NR32_EXECVEAT : __NR_execveat);
	if (!is_at && number != (c->is_32bit ? NR32_EXECVE : __NR_execve))
		return false;
	if (c->is_32bit) {
		c->path = is_at ? syscall_arg_32(regs, 1) : syscall_arg_32(regs, 0);
		c->argv = is_at ? syscall_arg_32(regs, 2) : syscall_arg_32(regs, 1);
	} else {
		c->path = is_at ? syscall_arg(regs, 1) : syscall_arg(regs, 0);
		c->argv = is_at ? syscall_arg(regs, 2) : syscall_arg(regs, 1);
	}
	return true;
}

/*
 * 0: the end, or it cannot be read. How wide pointers are stands in the row, which the verifier does not follow: it
 * would walk the whole loop once for each width.
 */
static __always_inline u64 read_pointer(const struct exec_row *row, u64 argv, u32 i)
{
	u64 pointer[2] = {}, width = *(volatile u32 *)&row->length & 12;

	bpf_probe_read_user(pointer, width, (void *)(argv + i * width));
	return pointer[0];
}

/* The path that was tried stands where argv[0] would: of a search through $PATH argv[0] shows nothing */
static __always_inline u32 read_args(struct exec_row *row, const struct call *c)
{
	long n = bpf_probe_read_user_str(row->args, EXEC_ARG, (void *)c->path);
	u64 at = bounded(n < 0 ? 0 : n), arg;

	row->unreadable = n < 0;
	row->length = c->is_32bit ? sizeof(u32) : sizeof(u64);
	for (u32 i = 1; i < EXEC_ARGC; i++) {
		arg = read_pointer(row, c->argv, i);
		if (!arg)
			return at;
		row->cut = at >= EXEC_ARGS - 1;
		if (row->cut)
			return at;
		at = bounded(at);
		n = bpf_probe_read_user_str(row->args + at, EXEC_ARG, (void *)arg);
		if (n <= 0)
			return at;
		at += (u64)n & (2 * EXEC_ARG - 1);
	}
	row->cut = 1;
	return at;
}

/* Without probe reads, which lockdown=confidentiality refuses, where the kernel can (5.11) */
static __always_inline u32 read_parent(char *comm)
{
	struct task_struct *task, *parent;

	if (HAS_TASK_BTF) {
		task = bpf_get_current_task_btf();
		parent = task->real_parent;
		__builtin_memcpy(comm, parent->comm, TASK_COMM);
		return parent->tgid;
	}
	task = (void *)bpf_get_current_task();
	parent = BPF_CORE_READ(task, real_parent);
	BPF_CORE_READ_INTO((char(*)[TASK_COMM])comm, parent, comm);
	return BPF_CORE_READ(parent, tgid);
}

static __always_inline int leave(struct pt_regs *regs, s64 result)
{
	char parent_comm[TASK_COMM] = {};
	struct exec_row *row;
	struct call call = {};
	u32 ppid;

	if (result >= 0 || !read_call(regs, &call))
		return 0;
	ppid = read_parent(parent_comm);
	if ((only_parent && ppid != only_parent) || !task_wanted())
		return 0;
	row = row_of(ppid, 1);
	if (!row)
		return 0;
	__builtin_memcpy(row->parent_comm, parent_comm, TASK_COMM);
	row->error = result;
	send(row, read_args(row, &call));
	return 0;
}

SEC("?tp_btf/sys_exit")
int sys_exit(u64 *ctx)
{
	return leave((void *)ctx[0], ctx[1]);
}

SEC("?tracepoint/raw_syscalls/sys_exit")
int sys_exit_classic(struct syscall_event *e)
{
	return e->result < 0 && may_exec(e->number) ? leave(syscall_regs(), e->result) : 0;
}
