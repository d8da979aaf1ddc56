/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* trace_summary.bpf.h - -s, -S: totals of calls by thread, process, or of all together. */
#pragma once

#include "hist.bpf.h"
#include "losses.bpf.h"
#include "trace_slots.bpf.h"

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 4096);
	__type(key, struct trace_key);
	__type(value, struct trace_total);
} summary SEC(".maps");

static const struct trace_total total_zero;

static __always_inline struct trace_total *total_of(const struct trace_key *key)
{
	struct trace_total *total = bpf_map_lookup_elem(&summary, key);

	if (total)
		return total;
	bpf_map_update_elem(&summary, key, &total_zero, BPF_NOEXIST);
	total = bpf_map_lookup_elem(&summary, key);
	if (!total)
		LOST(map_full);
	return total;
}

static __always_inline void summary_add(const struct trace_slot *slot, const bool by_thread, const bool failed, u64 ns)
{
	struct trace_key key = {.call = slot->call};
	struct trace_total *total;

	if (by_thread) {
		key.pid = slot->id >> 32;
		key.tid = slot->id;
		__builtin_memcpy(key.comm, slot->comm, sizeof(key.comm));
	}
	total = total_of(&key);
	if (!total)
		return;
	if (failed)
		ADD(&total->errors, 1);
	hist_add_ns(&total->hist, ns);
}
