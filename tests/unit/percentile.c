// SPDX-License-Identifier: GPL-2.0-or-later
/* Compares percentiles with sorted values: the rank is right. A time is within half a bucket (2^(1/16): 4.43 %) or half
 * a nanosecond, a plain number is the highest of its bucket (2^(1/8)). */
#include "test.h"

#include "base/hist.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#define N 16384			   /* a multiple of 1024: shares are 1024ths, which are exact in binary */
#define HALF_BUCKET 1.0443 /* 2^(1/16) = 1.04427... */
#define BUCKET 1.0906	   /* 2^(1/8) = 1.09050... */

static uint64_t seed = 11;

static double share(void)
{
	return ((double)(random_next(&seed) >> 11) + 1) / 9007199254740993.0; /* (0, 1) */
}

static uint64_t uniform(void)
{
	return random_next(&seed) % 1000000;
}

static uint64_t exponential(void)
{
	return (uint64_t)(-log(share()) * 150000);
}

static uint64_t pareto(void)
{
	return (uint64_t)(1000 / pow(share(), 1 / 1.2));
}

static uint64_t two_peaks(void)
{
	return random_next(&seed) % 10 ? 80000 + random_next(&seed) % 7000 : 9000000 + random_next(&seed) % 3000000;
}

static uint64_t constant(void)
{
	return 123456;
}

static uint64_t with_zeroes(void)
{
	return random_next(&seed) % 3 ? 0 : random_next(&seed) % 50;
}

static uint64_t tiny(void)
{
	return 1 + random_next(&seed) % 20;
}

static int ascending(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* The histogram first cuts times to whole ticks, which moves them by up to a nanosecond; then the result is rounded. */
static void check(const struct hist *h, enum hist_unit unit, const uint64_t *sorted, unsigned q)
{
	unsigned rank = q ? q * (N / 1024) : 1; /* the first value with at least this share at or below it */
	double value = (double)sorted[rank - 1], got = (double)hist_percentile(h, unit, q / 1024.0);
	bool right = unit == HIST_NS ? got <= (value + 1) * HALF_BUCKET + .5 && got >= (value - 1) / HALF_BUCKET - .5
								 : got >= value && got <= value * BUCKET;

	if (!right || got > (double)h->max)
		fail_msg("the %u/1024 quantile is %g, the histogram says %g", q, value, got);
}

static void distributions(void **state)
{
	static uint64_t (*const draw[])(void) = {uniform, exponential, pareto, two_peaks, constant, with_zeroes, tiny};
	static uint64_t values[N];

	(void)state;
	for (size_t d = 0; d < ELEMENTS(draw); d++)
		for (enum hist_unit unit = HIST_NS; unit <= HIST_COUNT; unit++) {
			struct hist h = {0};

			for (int i = 0; i < N; i++)
				hist_add(&h, unit, values[i] = draw[d]());
			qsort(values, N, sizeof(values[0]), ascending);
			for (unsigned q = 0; q <= 1024; q++)
				check(&h, unit, values, q);
		}
}

/* The rank of a percentile is exact, even where binary cannot hold q * n. */
static void ranks(void **state)
{
	static const unsigned shares[] = {500, 900, 990, 999};

	(void)state;
	for (size_t i = 0; i < ELEMENTS(shares); i++)
		for (uint64_t n = 1; n <= 20000; n++) {
			uint64_t rank = (n * shares[i] + 999) / 1000;
			struct hist h = {.max = 1 << 20};

			h.slots[8] = rank;
			h.slots[80] = n - rank;
			if ((double)hist_percentile(&h, HIST_COUNT, shares[i] / 1000.0) > hist_upper(8, HIST_COUNT))
				fail_msg("p%g of %llu values", shares[i] / 10.0, (unsigned long long)n);
			h.slots[8]--;
			h.slots[80]++;
			if ((double)hist_percentile(&h, HIST_COUNT, shares[i] / 1000.0) <= hist_upper(8, HIST_COUNT))
				fail_msg("p%g of %llu values is too low", shares[i] / 10.0, (unsigned long long)n);
		}
}

static void ends(void **state)
{
	struct hist h = {0};

	(void)state;
	assert_true(hist_percentile(&h, HIST_NS, .5) == 0);
	hist_add(&h, HIST_NS, 0);
	assert_true(hist_percentile(&h, HIST_NS, 1) == 0);
	hist_add(&h, HIST_NS, 1ULL << 50); /* beyond the last edge only the maximum is known */
	assert_true(hist_percentile(&h, HIST_NS, 1) == 1125899906842624);
	assert_true(hist_percentile(&h, HIST_NS, 0) == 0);
}

/* What occurs is what is shown: a bucket of one size, one length, or a few nanoseconds */
static void values_that_can_occur(void **state)
{
	static const uint64_t all[] = {1, 2, 3, 8, 11, 512, 4096, 65536, 1 << 20, 1ULL << 36};

	(void)state;
	for (size_t i = 0; i < ELEMENTS(all); i++)
		for (enum hist_unit unit = HIST_BYTES; unit <= HIST_COUNT; unit++) {
			struct hist h = {0};

			hist_add(&h, unit, all[i]);
			hist_add(&h, unit, all[i] * 1000);
			assert_true(hist_percentile(&h, unit, .5) == all[i]);		  /* also below the maximum */
			assert_true(hist_percentile(&h, unit, .99) == all[i] * 1000); /* the maximum cuts the bucket */
		}
	for (uint64_t ns = 0; ns < 11; ns++) {
		struct hist h = {0};

		hist_add(&h, HIST_NS, ns);
		hist_add(&h, HIST_NS, 1000);
		assert_true(hist_percentile(&h, HIST_NS, .5) == ns);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(distributions),
		cmocka_unit_test(ranks),
		cmocka_unit_test(ends),
		cmocka_unit_test(values_that_can_occur),
	};

	return RUN(tests);
}
