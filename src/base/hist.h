/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hist.h - reading histograms: edges, counts, percentiles, merging. Pure. The buckets themselves are
 * defined in include/ktally/hist.h.
 *
 * Edges have the unit of the values. For times this is nanoseconds, converted from ticks of 2^-30 s, so these
 * edges are not whole numbers.
 */
#pragma once

#include <ktally/hist.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum hist_unit { HIST_NS, HIST_BYTES, HIST_COUNT };

const char *hist_unit_name(enum hist_unit unit); /* "ns", "bytes", NULL for plain numbers: the JSON contract */

void hist_add(struct hist *h, enum hist_unit unit, uint64_t value);
uint64_t hist_count(const struct hist *h);
void hist_merge(struct hist *into, const struct hist *from);

/*
 * *out = now - before. A maximum has no difference: if it grew in between, out->max is now's, which is exact.
 * Otherwise out->max is the highest value of the highest bucket that grew, but no more than before->max: never below
 * the true maximum. field_max_exact() tells which of them it is.
 */
void hist_since(struct hist *out, enum hist_unit unit, const struct hist *now, const struct hist *before);

/* The slot holds values v with hist_lower() < v <= hist_upper(); slot 0 holds zero alone. */
double hist_lower(unsigned slot, enum hist_unit unit);
double hist_upper(unsigned slot, enum hist_unit unit); /* infinite for the last */

/* The highest whole value that the slot counts; for the last UINT64_MAX */
uint64_t hist_highest(unsigned slot, enum hist_unit unit);

/*
 * A share q (0..1) of the values is at most this value, which is never above the maximum. Bytes and plain numbers: the
 * highest whole number of the bucket, so never below the true value, and less than 9.06 % above it. Times: the
 * nanosecond next to the geometric middle of the bucket, so within 4.43 % of the true value (or half a nanosecond).
 * Above the last edge it is the maximum.
 */
uint64_t hist_percentile(const struct hist *h, enum hist_unit unit, double q);
int hist_percentile_slot(const struct hist *h, double q); /* the bucket; -1: no values */

/* A value with its unit, for people; what snprintf() would return */
int hist_text(char *to, size_t size, double value, enum hist_unit unit);

/* The octave (log2 row) of a slot: -1 for zero, 0 for up to 1, HIST_OCTAVES + 1 above the last edge. */
int hist_octave(unsigned slot);
