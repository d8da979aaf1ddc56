/* SPDX-License-Identifier: GPL-2.0-or-later */
/* classic.h - a histogram in cumulative buckets, as text has them. Pure. */
#pragma once

#include "expose.h"

#define CLASSIC_MAX HIST_SLOTS

struct classic {
	unsigned n;					  /* buckets; the last is infinite */
	double edges[CLASSIC_MAX];	  /* le: a value of an edge is below it */
	uint64_t counts[CLASSIC_MAX]; /* of all values up to the edge */
};

/*
 * Of the family's own edges; otherwise whole powers of two, always the same ones, so that series neither come nor go:
 * 2^-20 s to 2^5 s, 512 to 2^26 bytes, 1 to 2^20.
 */
void classic_make(struct classic *to, const struct metric_family *f, const struct hist *h);
