// SPDX-License-Identifier: GPL-2.0-or-later
/* Compares the slot of a value with exact arithmetic; tests edges, merging, intervals. */
#include "test.h"

#include "exact.h"
#include "base/hist.h"

#include <math.h>
#include <stdlib.h>

#define LAST_EDGE (HIST_OCTAVES * HIST_PER_OCTAVE) /* edge k is 2^(k/8), the upper edge of slot k + 1 */
#define NS_MAX 64000000000ULL

static const __u64 edges[] = HIST_EDGES;
static uint64_t plain_edge[LAST_EDGE + 1], ns_edge[LAST_EDGE + 1]; /* largest whole value below each */

static int compute_edges(void **state)
{
	struct big ticks = big_one(), seconds = big_one(), one = big_one();

	(void)state;
	for (int i = 0; i < 15; i++)
		big_times(&ticks, 1 << 16); /* (2^30)^8 */
	for (int i = 0; i < 8; i++)
		big_times(&seconds, 1000000000); /* (10^9)^8 */
	for (unsigned k = 0; k <= LAST_EDGE; k++) {
		plain_edge[k] = exact_edge(&one, k, &one);
		ns_edge[k] = exact_edge(&ticks, k, &seconds);
	}
	return 0;
}

static unsigned exact_slot(const uint64_t *edge, uint64_t v)
{
	unsigned low = 0, high = LAST_EDGE + 1; /* the first edge that is not below v */

	if (!v)
		return 0;
	while (low < high) {
		unsigned middle = (low + high) / 2;

		if (edge[middle] < v)
			low = middle + 1;
		else
			high = middle;
	}
	return low > LAST_EDGE ? HIST_OVERFLOW : low + 1;
}

static void check_plain(uint64_t v)
{
	if (hist_slot(v, edges) != exact_slot(plain_edge, v))
		fail_msg("%llu is in slot %u, not in %u", (unsigned long long)v, exact_slot(plain_edge, v),
				 hist_slot(v, edges));
}

static void known_edges(void **state)
{
	(void)state;
	assert_int_equal(plain_edge[0], 1);
	assert_int_equal(plain_edge[7], 1);	  /* 1.83 */
	assert_int_equal(plain_edge[28], 11); /* 2^3.5 = 11.3 */
	assert_int_equal(plain_edge[LAST_EDGE], 1ULL << HIST_OCTAVES);
	assert_int_equal(ns_edge[30 * 8], 1000000000); /* 2^30 ticks are a second */
	assert_int_equal(ns_edge[LAST_EDGE], NS_MAX);
}

static void every_small_value(void **state)
{
	(void)state;
	for (uint64_t v = 0; v <= 1 << 20; v++)
		check_plain(v);
}

static void around_every_edge(void **state)
{
	(void)state;
	for (unsigned k = 0; k <= LAST_EDGE; k++)
		for (uint64_t v = plain_edge[k] - 1; v <= plain_edge[k] + 2; v++)
			check_plain(v);
}

static void random_and_huge_values(void **state)
{
	uint64_t seed = 1;

	(void)state;
	for (int i = 0; i < 1000000; i++) {
		uint64_t v = random_next(&seed);

		check_plain(v >> (v & 63));
	}
	check_plain((1ULL << 36) + 1);
	check_plain(1ULL << 63);
	check_plain(UINT64_MAX);
}

/*
 * Two errors can put a time one slot too low, and never anywhere else: the conversion drops fractions of a tick,
 * and its factor is 5.2e-10 too small. So such a time is above the slot's edge by at most a nanosecond plus that
 * share of itself.
 */
static void check_ns(uint64_t ns)
{
	unsigned slot = hist_slot_ns(ns, edges), exact = exact_slot(ns_edge, ns);

	if (slot == exact)
		return;
	if (exact == HIST_OVERFLOW || slot + 1 != exact)
		fail_msg("%llu ns is in slot %u, not in %u", (unsigned long long)ns, exact, slot);
	/* ns_edge has lost the edge's fraction, hence one more */
	if (ns - ns_edge[slot - 1] > 1 + 1 + ns * 52 / 100000000000)
		fail_msg("%llu ns is %llu above the edge of slot %u", (unsigned long long)ns,
				 (unsigned long long)(ns - ns_edge[slot - 1]), slot);
}

static void nanoseconds(void **state)
{
	uint64_t seed = 2;

	(void)state;
	for (uint64_t ns = 0; ns <= 1 << 20; ns++)
		check_ns(ns);
	for (unsigned k = 0; k <= LAST_EDGE; k++)
		for (int64_t d = -60; d <= 60; d++)
			if ((int64_t)ns_edge[k] + d >= 0)
				check_ns((uint64_t)((int64_t)ns_edge[k] + d));
	for (int i = 0; i < 1000000; i++)
		check_ns(random_next(&seed) % (NS_MAX + 1));
	assert_int_equal(hist_slot_ns(NS_MAX, edges), HIST_OVERFLOW - 1);
	assert_int_equal(hist_slot_ns(NS_MAX + 1, edges), HIST_OVERFLOW);
	assert_int_equal(hist_slot_ns(UINT64_MAX, edges), HIST_OVERFLOW);
}

static void edges_as_numbers(void **state)
{
	(void)state;
	for (unsigned slot = 1; slot < HIST_OVERFLOW; slot++) {
		double upper = hist_upper(slot, HIST_BYTES), ns = hist_upper(slot, HIST_NS);

		assert_true(floor(upper) == (double)plain_edge[slot - 1]);
		assert_true(fabs(floor(ns) - (double)ns_edge[slot - 1]) <= (slot - 1 == 30 * 8 ? 1 : 0));
		assert_true(hist_lower(slot + 1, HIST_BYTES) == upper && hist_lower(slot + 1, HIST_NS) == ns);
	}
	assert_true(hist_upper(0, HIST_NS) == 0 && hist_lower(0, HIST_NS) == 0 && hist_lower(1, HIST_NS) == 0);
	assert_true(isinf(hist_upper(HIST_OVERFLOW, HIST_NS)));
	assert_true(hist_lower(HIST_OVERFLOW, HIST_BYTES) == 68719476736.0);
}

/* Whole values: the highest of a slot is in it, the next one is not */
static void highest_values(void **state)
{
	(void)state;
	for (enum hist_unit unit = HIST_NS; unit <= HIST_COUNT; unit++)
		for (unsigned slot = 0; slot < HIST_OVERFLOW; slot++) {
			uint64_t highest = hist_highest(slot, unit);
			unsigned below = unit == HIST_NS ? hist_slot_ns(highest, edges) : hist_slot(highest, edges);
			unsigned above = unit == HIST_NS ? hist_slot_ns(highest + 1, edges) : hist_slot(highest + 1, edges);

			if (below > slot || above <= slot) /* below < slot: no whole number is in it */
				fail_msg("unit %d, slot %u: %llu", (int)unit, slot, (unsigned long long)highest);
		}
	assert_true(hist_highest(HIST_OVERFLOW, HIST_NS) == UINT64_MAX);
}

/* A log2 row is exactly the values (2^(n-1), 2^n] */
static void octaves(void **state)
{
	uint64_t seed = 3;

	(void)state;
	assert_int_equal(hist_octave(0), -1);
	assert_int_equal(hist_octave(1), 0);
	assert_int_equal(hist_octave(HIST_OVERFLOW), HIST_OCTAVES + 1);
	for (int i = 0; i < 100000; i++) {
		uint64_t v = random_next(&seed) >> (28 + i % 36) | 1;
		int octave = 0;

		while (v > 1ULL << octave)
			octave++;
		assert_int_equal(hist_octave(hist_slot(v, edges)), octave);
	}
}

static void adding(void **state)
{
	static struct hist h;

	(void)state;
	for (uint64_t v = 0; v < 1000; v++)
		hist_add(&h, HIST_COUNT, v * v);
	hist_add(&h, HIST_COUNT, 1ULL << 40);
	assert_int_equal(hist_count(&h), 1001);
	assert_int_equal(h.sum, 332833500 + (1ULL << 40)); /* 999 * 1000 * 1999 / 6 */
	assert_int_equal(h.max, 1ULL << 40);
	assert_int_equal(h.slots[0], 1);
	assert_int_equal(h.slots[HIST_OVERFLOW], 1);
}

static void fill(struct hist *h, uint64_t seed, int n, enum hist_unit unit)
{
	while (n-- > 0) {
		uint64_t v = random_next(&seed);

		hist_add(h, unit, v >> (28 + v % 32));
	}
}

static void merging(void **state)
{
	struct hist all = {0}, a = {0}, b = {0};

	(void)state;
	fill(&a, 5, 5000, HIST_NS);
	fill(&b, 6, 70, HIST_NS);
	fill(&all, 6, 70, HIST_NS);
	fill(&all, 5, 5000, HIST_NS);
	hist_merge(&a, &b);
	assert_memory_equal(&a, &all, sizeof(a));
}

static void since(void **state)
{
	struct hist before = {0}, now, only = {0}, got;

	(void)state;
	fill(&before, 7, 3000, HIST_NS);
	now = before;
	fill(&now, 8, 400, HIST_NS);
	fill(&only, 8, 400, HIST_NS);
	hist_since(&got, HIST_NS, &now, &before);
	assert_memory_equal(got.slots, only.slots, sizeof(got.slots));
	assert_int_equal(got.sum, only.sum);
	assert_true(got.max >= only.max);
	hist_since(&got, HIST_NS, &now, &now);
	assert_int_equal(hist_count(&got), 0);
	assert_int_equal(got.max, 0);
}

/* Never below the interval's true maximum; exact when the total's maximum is new, else the edge of the bucket */
static void maximum_of_an_interval(void **state)
{
	struct hist before = {0}, now, got;

	(void)state;
	hist_add(&before, HIST_BYTES, 1000000);
	now = before;
	hist_add(&now, HIST_BYTES, 5000);
	hist_since(&got, HIST_BYTES, &now, &before);
	assert_in_range(got.max, 5000, 5000 * 1.0906);
	hist_add(&now, HIST_BYTES, 1000000);
	hist_since(&got, HIST_BYTES, &now, &before);
	assert_int_equal(got.max, 1000000);
	hist_add(&now, HIST_BYTES, 1000001);
	hist_since(&got, HIST_BYTES, &now, &before);
	assert_int_equal(got.max, 1000001);
	hist_add(&before, HIST_BYTES, 1ULL << 50);
	hist_add(&now, HIST_BYTES, 1ULL << 50);
	hist_since(&got, HIST_BYTES, &now, &before);
	assert_in_range(got.max, 1000001, 1000001 * 1.0906);
	hist_add(&now, HIST_BYTES, 1ULL << 40);
	hist_since(&got, HIST_BYTES, &now, &before);
	assert_true(got.max >= 1ULL << 40);
}

static void unit_names(void **state)
{
	(void)state;
	assert_string_equal(hist_unit_name(HIST_NS), "ns");
	assert_string_equal(hist_unit_name(HIST_BYTES), "bytes");
	assert_null(hist_unit_name(HIST_COUNT));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(known_edges),
		cmocka_unit_test(every_small_value),
		cmocka_unit_test(around_every_edge),
		cmocka_unit_test(nanoseconds),
		cmocka_unit_test(random_and_huge_values),
		cmocka_unit_test(edges_as_numbers),
		cmocka_unit_test(highest_values),
		cmocka_unit_test(octaves),
		cmocka_unit_test(adding),
		cmocka_unit_test(merging),
		cmocka_unit_test(since),
		cmocka_unit_test(maximum_of_an_interval),
		cmocka_unit_test(unit_names),
	};

	return cmocka_run_group_tests(tests, compute_edges, NULL);
}
