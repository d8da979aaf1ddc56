// SPDX-License-Identifier: GPL-2.0-or-later
/* What is noise: against exact values, and at the edges. Groups: rows added up by some of their fields. */
#include "test.h"

#include "report/groups.h"
#include "report/noise.h"

#include <errno.h>
#include <math.h>
#include <string.h>

static void near(double got, double wanted)
{
	if (fabs(got - wanted) > 1e-4)
		fail_msg("got %.6f wanted %.6f", got, wanted);
}

/* Exact: sums of binomial probabilities by hand: of 20 events 5 or fewer, or 15 or more, is 43400 / 2^20 */
static void test_counts(void **state)
{
	(void)state;
	near(noise_counts(15, 10, 5, 10), 43400.0 / (1 << 20));
	near(noise_counts(5, 10, 15, 10), 43400.0 / (1 << 20));
	near(noise_counts(1, 10, 0, 10), 1);
	near(noise_counts(10, 10, 10, 10), 1);
	near(noise_counts(0, 10, 10, 10), 2.0 / 1024);
	near(noise_counts(20, 20, 10, 10), 1);			/* the same rate */
	near(noise_counts(5100, 10, 4900, 10), 0.0455); /* two standard deviations */
	near(noise_counts(0, 10, 0, 10), 1);
	near(noise_counts(1, 0, 1, 10), 1); /* no time: nothing is known */
	assert_true(noise_counts(1000000, 10, 1100000, 10) < 1e-6);
}

static void test_hists(void **state)
{
	struct hist a = {0}, b = {0};

	(void)state;
	near(noise_hists(&a, &b), 1);
	for (unsigned i = 0; i < 100; i++) {
		hist_add(&a, HIST_NS, 1000 + 10000 * i);
		hist_add(&b, HIST_NS, 1000 + 10000 * i);
	}
	near(noise_hists(&a, &b), 1);
	for (unsigned i = 0; i < 5; i++)
		hist_add(&b, HIST_NS, 900000);
	assert_true(noise_hists(&a, &b) > 0.5);
	for (unsigned i = 0; i < 100; i++)
		hist_add(&b, HIST_NS, 900000);
	assert_true(noise_hists(&a, &b) < 0.001);
	near(noise_hists(&a, &b), noise_hists(&b, &a));
	assert_string_equal(noise_stars(0.0009), "***");
	assert_string_equal(noise_stars(0.009), "**");
	assert_string_equal(noise_stars(0.049), "*");
	assert_string_equal(noise_stars(0.05), "");
}

struct row {
	uint64_t time_ns;
	char comm[16];
	uint32_t pid;
	uint64_t latency_ns;
};

static const struct field fields[] = {
	FIELD(struct row, comm, FIELD_CHARS, 0, -16),
	FIELD(struct row, pid, FIELD_U32, 0, 7),
	FIELD(struct row, latency_ns, FIELD_NS, 0, 9),
};
static const struct schema schema = {SCHEMA_FIELDS(fields), .row_size = sizeof(struct row)};

static void test_groups(void **state)
{
	static const struct row rows[] = {{1, "sh", 1, 100}, {2, "sh", 2, 300}, {3, "a\tb", 1, 7}};
	struct groups g;

	(void)state;
	assert_int_equal(groups_begin(&g, &schema, NULL, NULL), 0);
	for (size_t i = 0; i < ELEMENTS(rows); i++)
		assert_int_equal(groups_row(&g, &rows[i], 0), 0);
	assert_int_equal(g.n, 2);
	assert_int_equal(group_count(groups_find(&g, "sh")), 2);
	assert_int_equal(group_sum(groups_find(&g, "sh")), 400);
	assert_int_equal(group_max(groups_find(&g, "sh")), 300);
	assert_int_equal(group_count(groups_find(&g, "a\\tb")), 1); /* escaped: a tab stands between keys */
	assert_null(groups_find(&g, "a\tb"));
	groups_free(&g);
	assert_int_equal(groups_begin(&g, &schema, "comm,pid", NULL), 0);
	for (size_t i = 0; i < ELEMENTS(rows); i++)
		assert_int_equal(groups_row(&g, &rows[i], 0), 0);
	assert_int_equal(g.n, 3);
	assert_int_equal(group_sum(groups_find(&g, "sh\t2")), 300);
	groups_free(&g);
}

static size_t groups_with(const char *only)
{
	static const struct row rows[] = {{1, "sh", 1, 100}, {2, "sh", 2, 3000000}, {3, "a b", 1, 1500}, {4, "", 9, 5}};
	struct groups g;
	size_t n;

	assert_int_equal(groups_begin(&g, &schema, "comm,pid", only), 0);
	for (size_t i = 0; i < ELEMENTS(rows); i++)
		assert_int_equal(groups_row(&g, &rows[i], 0), 0);
	n = g.n;
	groups_free(&g);
	return n;
}

static void test_filter(void **state)
{
	static const char *const wrong[] = {
		"",			 "comm",		 "comm ==",		"comm < sh", "pid ~ 1",		"pid == x",
		"pid == 1x", "nothing == 1", "comm == \"x", "pid == 1s", "pid == 1 ||", "pid == 1 &&"};
	struct groups g;

	(void)state;
	assert_int_equal(groups_with(NULL), 4);
	assert_int_equal(groups_with("comm == sh"), 2);
	assert_int_equal(groups_with("comm!=sh&&pid==1"), 1);
	assert_int_equal(groups_with("comm == \"a b\""), 1);
	assert_int_equal(groups_with("comm == ''"), 1);
	assert_int_equal(groups_with("comm ~ '?*' && pid >= 1"), 3);
	assert_int_equal(groups_with("latency_ns > 1ms"), 1);
	assert_int_equal(groups_with("latency_ns <= 1.5us"), 3);
	assert_int_equal(groups_with("latency_ns < 1500"), 2);
	assert_int_equal(groups_with("pid & 0x8"), 1);
	assert_int_equal(groups_with("pid != -1"), 4);
	for (size_t i = 0; i < ELEMENTS(wrong); i++) {
		assert_int_equal(groups_begin(&g, &schema, NULL, wrong[i]), -EINVAL);
		groups_free(&g);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_counts),
		cmocka_unit_test(test_hists),
		cmocka_unit_test(test_groups),
		cmocka_unit_test(test_filter),
	};

	return RUN(tests);
}
