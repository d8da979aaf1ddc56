// SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause
/* functrace - each call of a kernel function, and where it comes from. */
#include "events.bpf.h"
#include "filter.bpf.h"
#include "frames.bpf.h"
#include <ktally/functrace.h>

char LICENSE[] SEC("license") = "Dual BSD/GPL";

static __always_inline int report(struct pt_regs *ctx, u64 function)
{
	struct call_row *row;
	u64 task;

	if (!task_wanted())
		return 0;
	row = events_reserve(sizeof(*row));
	if (!row)
		return 0;
	task = bpf_get_current_pid_tgid();
	row->time_ns = bpf_ktime_get_ns();
	row->function = function;
	row->caller = caller_of(ctx);
	row->pid = task >> 32;
	row->tid = task;
	row->cpu = bpf_get_smp_processor_id();
	row->uid = bpf_get_current_uid_gid();
	bpf_get_current_comm(row->comm, sizeof(row->comm));
	events_submit(row);
	return 0;
}

SEC("?kprobe.multi")
int functions(struct pt_regs *ctx)
{
	return report(ctx, bpf_get_func_ip(ctx));
}

SEC("?kprobe")
int function(struct pt_regs *ctx)
{
	return report(ctx, entry_address(ctx));
}
