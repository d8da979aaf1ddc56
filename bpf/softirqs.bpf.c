// SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause
/*
 * softirqs - time that softirqs run, or wait until they run, as histograms.
 *
 * A CPU runs one softirq at a time, and a softirq is raised for the CPU that raises it: what is kept belongs to the
 * CPU.
 */
#include "hist.bpf.h"
#include <ktally/softirqs.h>

#define TALLY_KEY struct softirq_key
#define TALLY_VALUE struct hist
#define TALLY_ENTRIES 16384
#include "tally.bpf.h"

char LICENSE[] SEC("license") = "Dual BSD/GPL";

const volatile bool waits = false;
const volatile bool by_cpu = false;

struct softirq_starts {
	u64 at[SOFTIRQS];
};

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct softirq_starts);
} starts SEC(".maps");

static __always_inline u64 *start_of(u32 vector)
{
	u32 zero = 0;
	struct softirq_starts *s = bpf_map_lookup_elem(&starts, &zero);

	barrier_var(vector);
	return s && vector < SOFTIRQS ? &s->at[vector] : NULL;
}

static __always_inline void begin(u32 vector)
{
	u64 *start = start_of(vector);

	if (start)
		*start = bpf_ktime_get_ns();
}

/* A start that is not there was before tracing. */
static __always_inline void end(u32 vector)
{
	struct softirq_key key = {.vector = vector};
	u64 *start = start_of(vector), began;
	struct hist *hist;

	if (!start || !*start)
		return;
	began = *start;
	*start = 0;
	if (by_cpu)
		key.cpu = bpf_get_smp_processor_id();
	hist = tally_of(&key);
	if (hist)
		hist_add_ns(hist, bpf_ktime_get_ns() - began);
}

/* It is pending until it runs: raised once more, it waits since the first time. */
SEC("?tp_btf/softirq_raise")
int raised(u64 *ctx)
{
	u64 *start = start_of(ctx[0]);

	if (start && !*start)
		*start = bpf_ktime_get_ns();
	return 0;
}

SEC("tp_btf/softirq_entry")
int entered(u64 *ctx)
{
	if (waits)
		end(ctx[0]);
	else
		begin(ctx[0]);
	return 0;
}

SEC("?tp_btf/softirq_exit")
int left(u64 *ctx)
{
	end(ctx[0]);
	return 0;
}
