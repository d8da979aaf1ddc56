/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * native.h - a histogram in the buckets of Prometheus' native histograms, which are those of hist.h under other
 * numbers: bucket i of schema 3 holds (2^((i-1)/8), 2^(i/8)], as slot i + 1 does, in ticks of 2^-30 s for times. In
 * seconds that is bucket i - 240. Pure.
 */
#pragma once

#include "base/hist.h"

#define NATIVE_MAX \
	160 /* buckets beyond which a server merges them itself: the usual limit, that of OpenTelemetry too */

struct native {
	int schema;			   /* 3, or 2: twice as wide */
	double zero_threshold; /* what is not above it is in no bucket */
	uint64_t zero_count;
	unsigned n; /* buckets from the first that counted to the last, those between them too */
	int first;	/* number of the first */
	uint64_t counts[HIST_SLOTS];
};

/* seconds: the histogram is of times. What is above the last edge of hist.h is in the bucket behind it. */
void native_make(struct native *to, const struct hist *h, bool seconds);
