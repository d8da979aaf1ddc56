/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * syscount_threads.bpf.h - a slot for each thread that made a call: its counter, and when its call began.
 *
 * A thread claims the slot of its number once; threads whose numbers collide are in a hash, and so is everybody
 * where BPF has no compare-and-exchange. A thread that gets another name or ends gives what it counted to
 * the keyed totals, exactly once.
 *
 * User space reads the keyed totals first and then the slots. So a slot stops to show what it gives away before
 * the totals have it: a reader in between sees too little, and makes up for it next time, but never too much.
 */
#pragma once

/* Mapped by the loader: reading it costs no system calls, and values lie at multiples of cache lines. */
struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, 1 << SYSCOUNT_THREADS_LOG2);
	__type(key, u32);
	__type(value, struct syscount_thread);
} threads SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 10240);
	__type(key, u64);
	__type(value, struct syscount_thread);
} threads_more SEC(".maps");

static const struct syscount_thread thread_zero;

#define in_this_order() asm volatile("" : : : "memory")

static __always_inline u64 task_id(const struct task_struct *task)
{
	return (u64)(u32)task->tgid << 32 | (u32)task->pid;
}

/* Called once for each call. NULL before 5.11, which has no such helper: `hashed` is known at compile time. */
static __always_inline struct task_struct *current_task(const bool hashed)
{
	return hashed ? NULL : bpf_get_current_task_btf();
}

static __always_inline u64 current_id(const struct task_struct *task, const bool hashed)
{
	return hashed ? bpf_get_current_pid_tgid() : task_id(task);
}

static __always_inline struct syscount_thread *thread_slot(u64 id)
{
	u32 index = id & ((1 << SYSCOUNT_THREADS_LOG2) - 1);

	return bpf_map_lookup_elem(&threads, &index);
}

static __always_inline struct syscount_thread *thread_find(u64 id, const bool hashed)
{
	struct syscount_thread *slot = hashed ? NULL : thread_slot(id);

	return slot && slot->id == id ? slot : bpf_map_lookup_elem(&threads_more, &id);
}

/* Not inlined: the same few instructions serve both programs' slow path */
static __noinline struct syscount_thread *thread_hash(u64 id)
{
	struct syscount_thread *thread;

	bpf_map_update_elem(&threads_more, &id, &thread_zero, BPF_NOEXIST);
	thread = bpf_map_lookup_elem(&threads_more, &id);
	if (thread)
		thread->id = id;
	else
		LOST(map_full);
	return thread;
}

static __always_inline struct syscount_thread *thread_of(u64 id, const bool hashed)
{
	struct syscount_thread *thread = thread_find(id, hashed);

	if (thread)
		return thread;
	thread = hashed ? NULL : thread_slot(id);
	if (!hashed && thread && !__sync_val_compare_and_swap(&thread->id, 0, id))
		return thread; /* its last owner's name stays until thread_name() sees that it is another one */
	return thread_hash(id);
}

/* What it counted since the last time goes to the totals, under the name that it counted with */
static __always_inline void thread_fold(struct syscount_thread *thread)
{
	struct syscount_key key = {.pid = by_pid ? thread->id >> 32 : 0, .tid = by_tid ? (u32)thread->id : 0};
	u64 count = thread->stat.count - thread->folded.count, ns = thread->stat.total_ns - thread->folded.total_ns;
	u64 max = thread->stat.max_ns;
	struct syscount_stat *to;

	if (!count)
		return;
	__builtin_memcpy(key.comm, thread->comm, sizeof(key.comm));
	thread->folded.count += count;
	thread->folded.total_ns += ns;
	thread->stat.max_ns = 0;
	in_this_order();
	to = stat_of(&key);
	if (!to)
		return;
	to->count += count;
	to->total_ns += ns;
	if (max > to->max_ns)
		to->max_ns = max;
}

/* Called at each count: exec, prctl() and a write to /proc/PID/comm all end in the task's name being another. */
static __always_inline void thread_name(struct syscount_thread *thread, const struct task_struct *task,
										const bool hashed)
{
	u64 comm[TASK_COMM / 8] = {};
	const u64 *from;

	if (hashed) {
		bpf_get_current_comm(comm, sizeof(comm));
	} else {
		from = (const u64 *)task->comm;
		comm[0] = from[0];
		comm[1] = from[1];
	}
	if (comm[0] == thread->comm[0] && comm[1] == thread->comm[1])
		return;
	thread_fold(thread);
	in_this_order();
	thread->comm[0] = comm[0];
	thread->comm[1] = comm[1];
}

static __always_inline void thread_release(u64 id)
{
	struct syscount_thread *thread = thread_slot(id);
	bool hashed = !thread || thread->id != id;

	if (hashed)
		thread = bpf_map_lookup_elem(&threads_more, &id);
	if (!thread)
		return;
	thread_fold(thread);
	thread->start = 0;
	in_this_order();
	if (hashed)
		bpf_map_delete_elem(&threads_more, &id);
	else
		thread->id = 0;
}

SEC("?tp_btf/sched_process_exit")
int thread_exit(u64 *ctx)
{
	thread_release(task_id((struct task_struct *)ctx[0]));
	return 0;
}

/* In its place where the others can be preempted (src/source/bpf/tracepoints.h), and then not be run: no call would be
 * lost by it
 */
SEC("?tracepoint/sched/sched_process_exit")
int thread_exit_classic(void *ctx)
{
	(void)ctx;
	thread_release(bpf_get_current_pid_tgid());
	return 0;
}

/* A thread that is not its process's first gets the first one's number by exec, and never ends under its own. */
static __always_inline int thread_exec(u64 id, u32 old_pid, const bool hashed)
{
	u64 old_id = id >> 32 << 32 | old_pid, start, call;
	struct syscount_thread *thread;

	if (id == old_id)
		return 0;
	thread = thread_find(old_id, hashed);
	if (!thread)
		return 0;
	start = thread->start;
	call = thread->call;
	thread_release(old_id);
	thread = start ? thread_of(id, hashed) : NULL;
	if (!thread)
		return 0;
	thread->start = start;
	thread->call = call;
	return 0;
}

SEC("?tp_btf/sched_process_exec")
int exec(u64 *ctx)
{
	return thread_exec(task_id((struct task_struct *)ctx[0]), ctx[1], false);
}

SEC("?tp_btf/sched_process_exec")
int exec_hashed(u64 *ctx)
{
	return thread_exec(task_id((struct task_struct *)ctx[0]), ctx[1], true);
}

SEC("?tracepoint/sched/sched_process_exec")
int exec_classic(struct trace_event_raw_sched_process_exec *e)
{
	return thread_exec(bpf_get_current_pid_tgid(), e->old_pid, false);
}
