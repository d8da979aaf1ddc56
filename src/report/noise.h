/* SPDX-License-Identifier: GPL-2.0-or-later */
/* noise.h - could two measurements differ so much by chance alone? Probabilities between 0 and 1. Pure. */
#pragma once

#include "base/hist.h"

/* Two counts over two times, if both happen at the same rate (Poisson): given their sum, the second is binomial. */
double noise_counts(uint64_t a, double seconds_a, uint64_t b, double seconds_b);
/* Two histograms, if both are of the same distribution (Kolmogorov-Smirnov on the buckets; ties make it cautious) */
double noise_hists(const struct hist *a, const struct hist *b);
/* "***" below 0.001, "**" below 0.01, "*" below 0.05, else "" */
const char *noise_stars(double p);
