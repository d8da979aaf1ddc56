/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * hist.bpf.h - adding to a struct hist. Atomic even in per-CPU maps: before 6.2 an interrupt could run
 * the same program in the middle of an addition.
 */
#pragma once

#include "atomic.bpf.h"
#include "vmlinux.h"
#include <bpf/bpf_helpers.h>
#include <ktally/hist.h>

const __u64 hist_edges[HIST_PER_OCTAVE] = HIST_EDGES;

/* All except the maximum, which the caller raises afterwards */
static __always_inline void hist_count(struct hist *h, u32 slot, u64 value)
{
	if (slot < HIST_SLOTS)
		ADD(&h->slots[slot], 1);
	ADD(&h->sum, value);
}

static __always_inline void hist_put(struct hist *h, u32 slot, u64 value)
{
	hist_count(h, slot, value);
	raise_to(&h->max, value);
}

static __always_inline void hist_add_ns(struct hist *h, u64 ns)
{
	hist_put(h, hist_slot_ns(ns, hist_edges), ns);
}

static __always_inline void hist_add(struct hist *h, u64 value)
{
	hist_put(h, hist_slot(value, hist_edges), value);
}
