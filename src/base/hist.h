/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hist.h - reading histograms: edges, counts, percentiles, merging. Pure. The buckets themselves are
 * defined in include/ktally/hist.h.
 *
 * Edges are given in the unit of the values: nanoseconds for times (converted from ticks of 2^-30 s,
 * so not whole numbers), else plain.
 */
#ifndef KTALLY_SRC_HIST_H
#define KTALLY_SRC_HIST_H

#include <ktally/hist.h>
#include <stdbool.h>
#include <stdint.h>

enum hist_unit { HIST_NS, HIST_BYTES, HIST_COUNT };

const char *hist_unit_name(enum hist_unit unit); /* "ns", "bytes", "count": the JSON contract */

void hist_add(struct hist *h, enum hist_unit unit, uint64_t value);
uint64_t hist_count(const struct hist *h);
void hist_merge(struct hist *into, const struct hist *from);

/*
 * *out = now - before. A maximum has no difference: out->max is now's when it grew in between, else the
 * upper edge of the highest bucket that did, which is never below the true one.
 */
void hist_since(struct hist *out, enum hist_unit unit, const struct hist *now, const struct hist *before);

/* The slot holds values v with hist_lower() < v <= hist_upper(); slot 0 holds zero alone. */
double hist_lower(unsigned slot, enum hist_unit unit);
double hist_upper(unsigned slot, enum hist_unit unit); /* infinite for the last */

/*
 * The value below or at which a share q (0..1) of the values lies: the geometric middle of the bucket
 * it falls into, so within 4.43 % of the true one, and never above the maximum.
 */
double hist_percentile(const struct hist *h, enum hist_unit unit, double q);

/* The octave (log2 row) of a slot: -1 for zero, 0 for up to 1, HIST_OCTAVES + 1 above the last edge. */
int hist_octave(unsigned slot);

#endif
