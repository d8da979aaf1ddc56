// SPDX-License-Identifier: GPL-2.0-or-later
#include "noise.h"

#include <math.h>

#define EXACT 2000 /* counts up to here are added up; above, the normal distribution is as good */

static double binomial(uint64_t n, uint64_t k, double p)
{
	double dn = (double)n, dk = (double)k;

	return exp(lgamma(dn + 1) - lgamma(dk + 1) - lgamma(dn - dk + 1) + dk * log(p) + (dn - dk) * log1p(-p));
}

/* All outcomes that are at most as probable as the one that was seen */
static double exact(uint64_t n, uint64_t k, double p)
{
	double seen = binomial(n, k, p) * (1 + 1e-9), sum = 0;

	for (uint64_t i = 0; i <= n; i++) {
		double one = binomial(n, i, p);

		sum += one <= seen ? one : 0;
	}
	return sum < 1 ? sum : 1;
}

double noise_counts(uint64_t a, double seconds_a, uint64_t b, double seconds_b)
{
	uint64_t n = a + b;
	double p = seconds_b / (seconds_a + seconds_b), dn = (double)n;

	if (!n || !(p > 0 && p < 1))
		return 1;
	if (n <= EXACT)
		return exact(n, b, p);
	return erfc(fabs((double)b - dn * p) / sqrt(2 * dn * p * (1 - p)));
}

double noise_hists(const struct hist *a, const struct hist *b)
{
	double na = (double)hist_count(a), nb = (double)hist_count(b), seen_a = 0, seen_b = 0, most = 0, lambda, sum = 0,
		   root;

	if (na < 1 || nb < 1)
		return 1;
	for (unsigned i = 0; i < HIST_SLOTS; i++) {
		seen_a += (double)a->slots[i] / na;
		seen_b += (double)b->slots[i] / nb;
		most = fmax(most, fabs(seen_a - seen_b));
	}
	root = sqrt(na * nb / (na + nb));
	lambda = (root + 0.12 + 0.11 / root) * most;
	if (lambda < 0.3) /* the series does not converge there, and the probability is 1 */
		return 1;
	for (int k = 1; k <= 100; k++)
		sum += (k % 2 ? 2 : -2) * exp(-2.0 * k * k * lambda * lambda);
	return fmin(fmax(sum, 0), 1);
}

const char *noise_stars(double p)
{
	return p < 0.001 ? "***" : p < 0.01 ? "**" : p < 0.05 ? "*" : "";
}
