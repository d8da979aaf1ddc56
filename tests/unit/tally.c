// SPDX-License-Identifier: GPL-2.0-or-later
/* Keyed totals: found, summed, subtracted, ordered. */
#include "test.h"

#include "base/tally.h"

#include <stdlib.h>
#include <string.h>

#define KEYS 1000

struct row {
	uint64_t key, count, sum;
};

static const struct field fields[] = {
	FIELD(struct row, key, FIELD_U64, FIELD_KEY, 8),
	FIELD(struct row, count, FIELD_U64, 0, 8),
	FIELD(struct row, sum, FIELD_NS, 0, 8),
};

static const struct schema schema = {SCHEMA_FIELDS(fields), .key_size = 8, .row_size = sizeof(struct row)};

static struct tally *t, *u, *out;

static int make(void **state)
{
	(void)state;
	t = tally_new(&schema);
	u = tally_new(&schema);
	out = tally_new(&schema);
	return !t || !u || !out;
}

static int drop(void **state)
{
	(void)state;
	tally_free(t);
	tally_free(u);
	tally_free(out);
	tally_free(NULL);
	return 0;
}

static void add(struct tally *to, uint64_t key, uint64_t n)
{
	assert_int_equal(tally_merge(to, &(struct row){key, n, n * 100}), 0);
}

static void rows(void **state)
{
	uint64_t key = 5;
	struct row *row = tally_row(t, &key);

	(void)state;
	assert_true(row && row->key == 5 && row->count == 0 && row->sum == 0);
	assert_int_equal((uintptr_t)row % 8, 0);
	row->count = 9;
	assert_ptr_equal(tally_row(t, &key), row);
	assert_ptr_equal(tally_find(t, &key), row);
	assert_int_equal(tally_count(t), 1);
	assert_int_equal(tally_total(t), 9);
	key = 6;
	assert_null(tally_find(t, &key));
	tally_clear(t);
	assert_int_equal(tally_count(t), 0);
	assert_int_equal(tally_total(t), 0);
	tally_clear(t);
}

/* The model is an array indexed by the key */
static void sums(void **state)
{
	static uint64_t model[KEYS];
	uint64_t seed = 41, total = 0, present = 0;

	(void)state;
	for (int i = 0; i < 100000; i++) {
		uint64_t key = random_next(&seed) % KEYS, n = random_next(&seed) % 10 + 1;

		add(t, key, n);
		model[key] += n;
		total += n;
	}
	for (uint64_t key = 0; key < KEYS; key++) {
		const struct row *row = tally_find(t, &key);

		present += row != NULL;
		assert_true(row ? row->count == model[key] && row->sum == 100 * model[key] : !model[key]);
	}
	assert_int_equal(tally_count(t), present);
	assert_int_equal(tally_total(t), total);
	add(u, 3, 1);
	add(u, KEYS + 1, 7);
	assert_int_equal(tally_copy(u, t), 0);
	assert_int_equal(tally_total(u), total + 8);
	assert_int_equal(tally_count(u), present + 1);
	assert_int_equal(tally_total(t), total);
}

static void intervals(void **state)
{
	(void)state;
	add(u, 1, 10);
	add(u, 2, 20);
	add(t, 1, 10);
	add(t, 2, 25);
	add(t, 3, 1);
	add(out, 99, 99); /* tally_since() clears it */
	assert_int_equal(tally_since(out, t, u), 0);
	assert_int_equal(tally_count(out), 2);
	assert_null(tally_find(out, &(uint64_t){1}));
	assert_int_equal(((const struct row *)tally_find(out, &(uint64_t){2}))->count, 5);
	assert_int_equal(((const struct row *)tally_find(out, &(uint64_t){2}))->sum, 500);
	assert_int_equal(((const struct row *)tally_find(out, &(uint64_t){3}))->count, 1);
	assert_int_equal(tally_since(out, t, t), 0);
	assert_int_equal(tally_count(out), 0);
}

/* The differences of all intervals add up to the total; the session relies on this at each tick */
static void intervals_add_up(void **state)
{
	struct tally *all = tally_new(&schema);
	uint64_t seed = 42;

	(void)state;
	assert_non_null(all);
	for (int tick = 0; tick < 50; tick++) {
		for (int i = 0; i < 100; i++)
			add(t, random_next(&seed) % 30, 1);
		assert_int_equal(tally_since(out, t, u), 0);
		assert_int_equal(tally_total(out), 100);
		tally_copy(all, out);
		tally_clear(u);
		tally_copy(u, t);
	}
	assert_int_equal(tally_since(out, t, all), 0);
	assert_int_equal(tally_count(out), 0);
	assert_int_equal(tally_total(all), 5000);
	tally_free(all);
}

static int by_count_down(const void *a, const void *b)
{
	const struct row *x = a, *y = b;

	return (x->count < y->count) - (x->count > y->count);
}

static void order(void **state)
{
	const void **sorted;
	uint64_t seed = 43;

	(void)state;
	assert_null(tally_sorted(t, by_count_down));
	for (uint64_t key = 0; key < KEYS; key++)
		add(t, key, random_next(&seed) % 500 + 1);
	sorted = tally_sorted(t, by_count_down);
	assert_non_null(sorted);
	for (size_t i = 1; i < tally_count(t); i++)
		assert_true(((const struct row *)sorted[i - 1])->count >= ((const struct row *)sorted[i])->count);
	free(sorted);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(rows, make, drop),
		cmocka_unit_test_setup_teardown(sums, make, drop),
		cmocka_unit_test_setup_teardown(intervals, make, drop),
		cmocka_unit_test_setup_teardown(intervals_add_up, make, drop),
		cmocka_unit_test_setup_teardown(order, make, drop),
	};

	return RUN(tests);
}
