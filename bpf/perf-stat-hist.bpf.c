// SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause
/* perf-stat-hist - a field of any tracepoint's record, where the event's own description says that it lies. */
#include "hist.bpf.h"
#include "probe_filter.bpf.h"
#include <ktally/perf-stat-hist.h>

#define TALLY_KEY struct stat_key
#define TALLY_VALUE struct hist
#define TALLY_ENTRIES 2
#include "tally.bpf.h"

char LICENSE[] SEC("license") = "Dual BSD/GPL";

const volatile __u32 field_offset = 0;
const volatile __u32 field_size = 8; /* 1, 2, 4 or 8 */
const volatile bool field_signed = false;
const volatile __u32 self = 0; /* ktally's own calls would be counted too */
const volatile __u32 nedges = 0;
const volatile __u64 edges[STAT_EDGES] = {};

/* The field in 64 bits, sign-extended */
static __always_inline u64 field_value(void *ctx)
{
	u32 unused = 64 - 8 * (field_size & 15);
	u64 value = 0;

	bpf_probe_read_kernel(&value, field_size & 15, ctx + field_offset);
	value <<= unused & 63; /* whose bytes these are: the low ones, as both architectures are little-endian */
	return field_signed ? (u64)((s64)value >> (unused & 63)) : value >> (unused & 63);
}

static __always_inline bool wanted(void *ctx)
{
	u64 values[PROBE_FETCHES] = {};
	struct probe_seen seen = {.plain = true, .straight = true};

	if (self && bpf_get_current_pid_tgid() >> 32 == self)
		return false;
	if (!plan.nconditions)
		return true;
	fetch_numbers(ctx, &seen, values);
	return passes(ctx, values, true);
}

/* stat_slot() without a branch on the value, of which the verifier would walk both ways at each edge */
static __always_inline u32 slot_of(u64 value)
{
	u32 slot = 0;

	for (u32 i = 0; i < STAT_EDGES && i < nedges; i++)
		slot += 1 ^ is_less(value, edges[i]);
	return slot;
}

SEC("tracepoint")
int event(void *ctx)
{
	struct stat_key key = {};
	struct hist *hist;
	u64 value;

	if (!wanted(ctx))
		return 0;
	value = field_value(ctx);
	if (field_signed && (s64)value < 0) {
		key.negative = 1;
		value = -value;
	}
	hist = tally_of(&key);
	if (!hist)
		return 0;
	if (nedges)
		hist_put(hist, slot_of(value), value);
	else
		hist_add(hist, value);
	return 0;
}
