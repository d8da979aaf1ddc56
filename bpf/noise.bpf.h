/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * noise.bpf.h - net times of what takes a CPU away from its measuring thread. An interruption that ends moves the
 * starts of all that it interrupted forward by its own time (as kernel/trace/trace_osnoise.c does).
 */
#pragma once

#include "atomic.bpf.h"
#include "load.bpf.h"
#include <ktally/noise.h>

#define TALLY_KEY struct noise_source
#define TALLY_VALUE struct noise_total
#define TALLY_ENTRIES 8192
#define TALLY_MAP noise_sources
#include "tally.bpf.h"

const volatile bool by_source = false;
const volatile bool keeps_past = false;

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct noise_cpu);
} noise_cpus SEC(".maps");

/* The record of this CPU; NULL: it is not measured */
static __always_inline struct noise_cpu *noise_here(void)
{
	u32 cpu = bpf_get_smp_processor_id();
	struct noise_cpu *c = bpf_map_lookup_elem(&noise_cpus, &cpu);

	return c && (c->tid || c->claim) ? c : NULL;
}

static __always_inline void noise_keep(struct noise_cpu *c, u64 now, u64 ns, const struct noise_source *source)
{
	struct noise_past *past = &c->past[c->npast & (NOISE_PASTS - 1)];

	past->ended_ns = now;
	past->ns = ns;
	past->source = *source;
	c->npast++;
}

static __always_inline void noise_add(struct noise_total *total, u64 ns)
{
	ADD(&total->count, 1);
	ADD(&total->ns, ns);
	if (ns > total->max_ns)
		total->max_ns = ns;
}

/* class is source->class, and a constant: the verifier does not know what stands in memory. */
static __always_inline void noise_count(struct noise_cpu *c, u32 class, u64 now, u64 ns,
										const struct noise_source *source)
{
	if (c->sampling) {
		struct noise_total *total;

		noise_add(&c->totals[class], ns);
		total = by_source ? tally_of(source) : NULL;
		if (total)
			noise_add(total, ns);
		ADD(&c->ns, ns);
		ADD(&c->interruptions, 1);
	}
	if (keeps_past)
		noise_keep(c, now, ns, source);
}

static __always_inline void noise_push(struct noise_cpu *c, u32 class, u64 ns)
{
	for (u32 below = class + 1; below < NOISE_CLASSES; below++)
		if (c->start[below])
			c->start[below] += ns;
}

static __always_inline void noise_end(struct noise_cpu *c, u32 class, u64 now, const struct noise_source *source)
{
	u64 start = c->start[class];

	c->start[class] = 0;
	if (!start) /* before it was measured */
		return;
	noise_push(c, class, now - start);
	noise_count(c, class, now, now - start, source);
}
