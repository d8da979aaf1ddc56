// SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause
/*
 * profile - which stacks are on the CPUs: a total for each, counted whenever an event of perf overflows, or at the
 * kernel's tick where perf_event_open() is refused.
 */
#include "filter.bpf.h"
#include "stacks.bpf.h"

#define TALLY_KEY struct stack_key
#define TALLY_VALUE u64
#define TALLY_ENTRIES 16384
#include "tally.bpf.h"

char LICENSE[] SEC("license") = "Dual BSD/GPL";

const volatile bool with_idle = false;
const volatile __u64 tick_period_ns = 0; /* between two samples of a CPU */
const volatile __u32 tick_cpu = ~0U;	 /* samples only this one; ~0: all */

static __always_inline int sample(void *ctx, const enum unwind_from from)
{
	struct stack_key key = {};
	u64 *total;

	if (!with_idle && !(u32)bpf_get_current_pid_tgid())
		return 0;
	if (!task_wanted())
		return 0;
	stack_key_fill(ctx, from, &key);
	total = tally_of(&key);
	if (total)
		ADD(total, 1);
	return 0;
}

/* Of each CPU, wanted or not: the kernel skips a run, and tells nobody, where another program is interrupted. */
struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, u64);
} overflows SEC(".maps");

SEC("?perf_event")
int overflow(void *ctx)
{
	u32 zero = 0;
	u64 *n = bpf_map_lookup_elem(&overflows, &zero);

	if (n)
		++*n;
	return sample(ctx, UNWIND_SAMPLE);
}

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, u64);
} next_sample SEC(".maps");

/* True as often as asked for on average, however long the kernel's ticks are; what an idle CPU missed is not made up */
static __always_inline bool is_due(void)
{
	u64 now = bpf_ktime_get_ns();
	u32 zero = 0;
	u64 *next = bpf_map_lookup_elem(&next_sample, &zero);

	if (!next || now < *next)
		return false;
	*next = *next + tick_period_ns > now ? *next + tick_period_ns : now + tick_period_ns;
	return true;
}

/* The interrupt of a CPU's own timer (x86); it comes with each tick, and with other timers that end then */
SEC("?tp_btf/local_timer_entry")
int tick(u64 *ctx)
{
	if ((tick_cpu != ~0U && tick_cpu != bpf_get_smp_processor_id()) || !is_due())
		return 0;
	return sample(ctx, UNWIND_TASK);
}
