// SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause
/*
 * funccount - calls of functions, each kind of probe with a program of its own. Kernel functions are keyed by
 * their address, which needs nothing from the attachment; the others by the number that the loader gave them
 * as a cookie (5.15).
 */
#include "filter.bpf.h"
#include "frames.bpf.h"
#include <ktally/funccount.h>

#define TALLY_KEY struct func_key
#define TALLY_VALUE u64
#define TALLY_ENTRIES 65536
#include "tally.bpf.h"

char LICENSE[] SEC("license") = "Dual BSD/GPL";

const volatile __s32 only_cpu = -1;

static __always_inline int count(u64 id)
{
	struct func_key key = {id};
	u64 *calls;

	if (only_cpu >= 0 && (__s32)bpf_get_smp_processor_id() != only_cpu)
		return 0;
	if (!task_wanted())
		return 0;
	calls = tally_of(&key);
	if (calls)
		ADD(calls, 1);
	return 0;
}

/* All functions in one link: 5.18 with CONFIG_FPROBE */
SEC("?kprobe.multi")
int functions(struct pt_regs *ctx)
{
	return count(bpf_get_func_ip(ctx));
}

SEC("?kprobe")
int function(struct pt_regs *ctx)
{
	return count(entry_address(ctx));
}

/* 5.15 */
SEC("?function.entry")
int typed_function(void *ctx)
{
	return count(bpf_get_func_ip(ctx));
}

SEC("?uprobe")
int user_function(struct pt_regs *ctx)
{
	return count(bpf_get_attach_cookie(ctx));
}

SEC("?tracepoint")
int tracepoint(void *ctx)
{
	return count(bpf_get_attach_cookie(ctx));
}
