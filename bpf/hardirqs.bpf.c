// SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause
/*
 * hardirqs - time in interrupt handlers, as histograms. Linux runs them with interrupts off: a CPU is in one handler of
 * a line, and in one vector, at a time.
 */
#include "compat.bpf.h"
#include "hist.bpf.h"
#include <ktally/hardirqs.h>

#define TALLY_KEY struct hardirq_key
#define TALLY_VALUE struct hist
#define TALLY_ENTRIES 8192
#include "tally.bpf.h"

char LICENSE[] SEC("license") = "Dual BSD/GPL";

const volatile bool by_cpu = false;
const volatile bool names = false; /* may they be read? */

struct irqaction___name {
	const char *name;
} __attribute__((preserve_access_index));

struct hardirq_starts {
	u64 line, vector;
};

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct hardirq_starts);
} starts SEC(".maps");

static __always_inline struct hardirq_starts *starts_here(void)
{
	u32 zero = 0;

	return bpf_map_lookup_elem(&starts, &zero);
}

static __always_inline int count(struct hardirq_key *key, u64 *start)
{
	u64 began = *start;
	struct hist *hist;

	*start = 0;
	if (!began) /* before tracing */
		return 0;
	if (by_cpu)
		key->cpu = bpf_get_smp_processor_id();
	hist = tally_of(key);
	if (hist)
		hist_add_ns(hist, bpf_ktime_get_ns() - began);
	return 0;
}

/* ---- lines ---- */

SEC("tp_btf/irq_handler_entry")
int entered(u64 *ctx)
{
	struct hardirq_starts *s = starts_here();

	(void)ctx;
	if (s)
		s->line = bpf_ktime_get_ns();
	return 0;
}

/* The handlers of a shared line are asked one after another: the interrupt is of those that say so (IRQ_NONE is 0). */
SEC("tp_btf/irq_handler_exit")
int left(u64 *ctx)
{
	struct hardirq_key key = {.irq = ctx[0]};
	struct irqaction___name *action = (void *)ctx[1];
	struct hardirq_starts *s = starts_here();

	if (!s || !(u32)ctx[2])
		return 0;
	if (names)
		bpf_probe_read_kernel_str(key.name, sizeof(key.name), action->name);
	return count(&key, &s->line);
}

/* ---- interrupts without a line ---- */

static __always_inline int vector_entered(void)
{
	struct hardirq_starts *s = starts_here();

	if (s)
		s->vector = bpf_ktime_get_ns();
	return 0;
}

static __always_inline int vector_left(u32 vector, const char *name)
{
	struct hardirq_key key = {.irq = vector};
	struct hardirq_starts *s = starts_here();

	if (!s)
		return 0;
	if (names && name)
		bpf_probe_read_kernel_str(key.name, sizeof(key.name), name);
	return count(&key, &s->vector);
}

#include "vectors.bpf.h"
