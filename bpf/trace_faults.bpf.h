/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * trace_faults.bpf.h - -F: page faults, as the software events of perf count them. User space runs one of these
 * programs at each fault on each CPU. A row has the address in args[0] and the instruction's in args[1].
 */
#pragma once

#include "trace_events.bpf.h"

/*
 * struct bpf_perf_event_data of <linux/bpf_perf_event.h>, whose registers are those of user space: here struct pt_regs
 * is the kernel's own.
 */
struct fault_context {
#if defined(__TARGET_ARCH_x86)
	__u64 before_ip[16], ip, after_ip[4];
#elif defined(__TARGET_ARCH_arm64)
	__u64 before_ip[32], ip, after_ip[1];
#endif
	__u64 sample_period, addr;
};

static __always_inline int fault(const struct fault_context *ctx, u32 major)
{
	struct trace_scratch *s;

	if (!task_wanted())
		return 0;
	s = event_scratch();
	if (!s)
		return 0;
	row_of_task(&s->row, TRACE_FAULT, !HAS_TASK_BTF);
	s->row.call = major;
	s->row.args[0] = ctx->addr;
	s->row.args[1] = ctx->ip;
	if (setup.stacks)
		add_stacks((void *)ctx, s);
	row_send(s);
	return 0;
}

SEC("?perf_event")
int minor_fault(const struct fault_context *ctx)
{
	return fault(ctx, 0);
}

SEC("?perf_event")
int major_fault(const struct fault_context *ctx)
{
	return fault(ctx, 1);
}
