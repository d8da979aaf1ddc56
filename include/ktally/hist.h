/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * hist.h - the histogram that both halves share, and the one function that says which slot a value
 * belongs to. Lowest layer: no kernel or user-space header but linux/types.h.
 *
 * Buckets are base-2 exponential, eight to the octave (Prometheus native histogram schema 3,
 * OpenTelemetry exponential scale 3): slot i >= 1 holds (2^((i-2)/8), 2^((i-1)/8)], so a bucket is
 * 9.05 % wide and its geometric middle is at most 4.43 % away from any value in it. Octaves (log2
 * rows) are exact sums of eight slots.
 *
 * Times are indexed in ticks of 2^-30 s, not in nanoseconds: 10^9 is no power of 2^(1/8), and only
 * edges that are powers of two *of a second* can be exported in seconds without re-binning.
 */
#pragma once

#include <linux/types.h>

#define HIST_OCTAVES 36
#define HIST_PER_OCTAVE 8
/* slot 0: the value zero; slot 1: (0, 1]; then eight an octave; last: above 2^36 */
#define HIST_SLOTS (HIST_OCTAVES * HIST_PER_OCTAVE + 3)
#define HIST_OVERFLOW (HIST_SLOTS - 1)
#define HIST_TICK_LOG2 30 /* ticks a second, as a power of two */

struct hist {
	__u64 sum; /* exact, in the unit of the values: nanoseconds for times */
	__u64 max; /* exact, likewise */
	__u64 slots[HIST_SLOTS];
};

/*
 * (2^(j/8) - 1) * 2^63 for j = 1..7: the one edge that lies in each eighth of an octave. The last
 * eighth has none. Irrational, so "above the floor" and "above" mean the same for integers.
 */
#define HIST_EDGES                                                                                     \
	{                                                                                                  \
		0x0b95c1e3ea8bd6e6ULL, 0x1837f0518db8a96fULL, 0x25fed6a9b15138eaULL, 0x3504f333f9de6484ULL,    \
			0x45672a115506daddULL, 0x5744fccad69d6af4ULL, 0x6ac0c6e7dd24392eULL, 0x7fffffffffffffffULL \
	}

/* 1 where a > b, else 0, without a branch; both below 2^63. A mispredicted branch costs more than
 * all of this: measured 39-42 ns with branches, 29 without, on values that are hard to predict. */
static inline __attribute__((always_inline)) __u64 hist_above(__u64 a, __u64 b)
{
	return (b - a) >> 63;
}

/* floor(log2(v)), 0 < v < 2^63. Not __builtin_clzll: clang 14's BPF back end crashes on it. */
static inline __attribute__((always_inline)) __u64 hist_log2(__u64 v)
{
	__u64 e, shift;

	e = hist_above(v, 0xffffffff) << 5;
	v >>= e;
	shift = hist_above(v, 0xffff) << 4;
	v >>= shift;
	e |= shift;
	shift = hist_above(v, 0xff) << 3;
	v >>= shift;
	e |= shift;
	shift = hist_above(v, 0xf) << 2;
	v >>= shift;
	e |= shift;
	shift = hist_above(v, 3) << 1;
	v >>= shift;
	return e | shift | (v >> 1);
}

/* Slot of a plain value (bytes, counts). edges: HIST_EDGES in memory of the caller's half. */
static inline __attribute__((always_inline)) __u32 hist_slot(__u64 v, const __u64 *edges)
{
	__u64 e, fraction, index;

	if (v > 1ULL << HIST_OCTAVES)
		return HIST_OVERFLOW;
	if (!v)
		return 0;
	e = hist_log2(v) & 63;
	fraction = (v << (63 - e)) & ~(1ULL << 63);
	index = fraction >> 60;
	index += hist_above(fraction, edges[index & 7]) + hist_above(fraction, 0);
	return 1 + e * HIST_PER_OCTAVE + index;
}

/*
 * Nanoseconds to ticks: times 2^30 / 10^9 = 1.073741824, here 288230376 / 2^28 (relative error
 * 5e-10, so a value may fall into the neighbour bucket only within a nanosecond of an edge). The
 * product fits 64 bits up to 64 s, which is also the last edge.
 */
static inline __attribute__((always_inline)) __u32 hist_slot_ns(__u64 ns, const __u64 *edges)
{
	if (ns > 64000000000ULL)
		return HIST_OVERFLOW;
	return hist_slot((ns * 288230376ULL) >> 28, edges);
}
