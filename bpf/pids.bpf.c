// SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause
/*
 * pids - the threads that have a number in one PID namespace, each with the number that it has in the initial one. The
 * other programs know threads by the latter, which nothing else tells from inside a namespace.
 */
#include "vmlinux.h"
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>
#include <ktally/pids.h>

char LICENSE[] SEC("license") = "Dual BSD/GPL";

#define LEVELS 33 /* MAX_PID_NS_LEVEL and the initial one */

const volatile __u32 namespace = 0; /* its inode */

/* 0: it has none there */
static __always_inline u32 local_number(const struct pid *pid)
{
	u32 level = BPF_CORE_READ(pid, level);
	const void *numbers = __builtin_preserve_access_index(&pid->numbers);

	for (u32 i = 0; i < LEVELS && i <= level; i++) {
		const struct upid *one = numbers + i * bpf_core_type_size(struct upid);

		if (BPF_CORE_READ(one, ns, ns.inum) == namespace)
			return BPF_CORE_READ(one, nr);
	}
	return 0;
}

SEC("iter/task")
int each_task(struct bpf_iter__task *ctx)
{
	struct task_struct *task = ctx->task;
	struct pid_pair pair = {};

	if (!task)
		return 0;
	pair.local_tid = local_number(task->thread_pid);
	if (!pair.local_tid)
		return 0;
	pair.tid = task->pid;
	pair.tgid = task->tgid;
	pair.parent = BPF_CORE_READ(task, real_parent, tgid);
	bpf_seq_write(ctx->meta->seq, &pair, sizeof(pair));
	return 0;
}
