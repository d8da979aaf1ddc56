// SPDX-License-Identifier: GPL-2.0-or-later
/* Starts that wait for their ends: the oldest of a key ends first. The model is a plain list. */
#include "test.h"

#include "base/starts.h"

#include <string.h>

struct data {
	uint64_t serial, mark;
};

static struct starts *p;

static int make(void **state)
{
	(void)state;
	p = starts_new(sizeof(struct data));
	return !p;
}

static int drop(void **state)
{
	(void)state;
	starts_free(p);
	starts_free(NULL);
	return 0;
}

static void add(uint64_t a, uint64_t b, uint64_t serial)
{
	struct data *d = starts_add(p, (struct start_key){a, b});

	assert_true(d && d->serial == 0 && d->mark == 0); /* zeroed, even where the memory was used before */
	assert_int_equal((uintptr_t)d % 8, 0);
	d->serial = serial;
	d->mark = serial * 3;
}

static bool is_even(const void *data)
{
	return ((const struct data *)data)->serial % 2 == 0;
}

static bool is_none(const void *data)
{
	(void)data;
	return false;
}

static void first_in_first_out(void **state)
{
	const struct start_key key = {1, 2};
	struct data d;

	(void)state;
	assert_false(starts_take(p, key, &d));
	for (uint64_t i = 1; i <= 5; i++)
		add(1, 2, i);
	add(2, 1, 6);
	assert_int_equal(starts_count(p), 6);
	for (uint64_t i = 1; i <= 5; i++) {
		assert_true(starts_take(p, key, &d));
		assert_true(d.serial == i && d.mark == 3 * i);
	}
	assert_false(starts_take(p, key, &d));
	assert_int_equal(starts_count(p), 1);
}

static void finding(void **state)
{
	const struct start_key key = {7, 7};
	struct data *found;

	(void)state;
	assert_null(starts_find(p, key, NULL));
	add(7, 7, 1);
	add(7, 7, 2);
	add(7, 7, 4);
	assert_int_equal(((struct data *)starts_find(p, key, NULL))->serial, 1);
	found = starts_find(p, key, is_even);
	assert_int_equal(found->serial, 2);
	found->serial = 3; /* changes it in place */
	assert_int_equal(((struct data *)starts_find(p, key, is_even))->serial, 4);
	assert_null(starts_find(p, key, is_none));
	assert_int_equal(((struct data *)starts_find_newest(p, key, NULL))->serial, 4);
	add(7, 7, 5);
	assert_int_equal(((struct data *)starts_find_newest(p, key, NULL))->serial, 5);
	assert_int_equal(((struct data *)starts_find_newest(p, key, is_even))->serial, 4);
	assert_null(starts_find_newest(p, key, is_none));
	assert_int_equal(starts_count(p), 4);
}

static void one(void **state)
{
	const struct start_key key = {8, 8}, other = {8, 9};
	struct data *first = starts_one(p, key), *second, taken;

	(void)state;
	assert_true(first && first->serial == 0);
	first->serial = 1;
	assert_ptr_equal(starts_one(p, key), first);
	second = starts_one(p, other);
	assert_true(second && second != first && second->serial == 0);
	assert_int_equal(starts_count(p), 2);
	assert_true(starts_take(p, key, &taken));
	assert_int_equal(taken.serial, 1);
	assert_int_equal(((struct data *)starts_one(p, key))->serial, 0);
}

#define MOST 4000

/* The model: all that is waiting, oldest first */
static struct waiting {
	uint64_t key, serial;
} model[MOST];
static size_t waiting;

static void model_take(uint64_t key, bool taken, uint64_t serial)
{
	for (size_t i = 0; i < waiting; i++)
		if (model[i].key == key) {
			assert_true(taken && model[i].serial == serial);
			memmove(&model[i], &model[i + 1], (--waiting - i) * sizeof(model[0]));
			return;
		}
	assert_false(taken);
}

static void sum_serials(const void *data, void *arg)
{
	*(uint64_t *)arg += ((const struct data *)data)->serial;
}

static void check_all(void)
{
	uint64_t wanted = 0, got = 0;

	for (size_t i = 0; i < waiting; i++)
		wanted += model[i].serial;
	starts_each(p, sum_serials, &got);
	assert_int_equal(got, wanted);
	assert_int_equal(starts_count(p), waiting);
}

static void like_a_list(void **state)
{
	uint64_t seed = 51;

	(void)state;
	waiting = 0;
	for (uint64_t serial = 1; serial < 100000; serial++) {
		uint64_t r = random_next(&seed), key = r % 40;
		struct data d = {0};

		if (waiting < MOST && (r >> 32) % 100 < 51) {
			add(key, key / 3, serial);
			model[waiting++] = (struct waiting){key, serial};
		} else {
			bool taken = starts_take(p, (struct start_key){key, key / 3}, &d);

			model_take(key, taken, d.serial);
		}
		if (serial % 1000 == 0)
			check_all();
	}
	check_all();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(first_in_first_out, make, drop),
		cmocka_unit_test_setup_teardown(finding, make, drop),
		cmocka_unit_test_setup_teardown(one, make, drop),
		cmocka_unit_test_setup_teardown(like_a_list, make, drop),
	};

	return RUN(tests);
}
