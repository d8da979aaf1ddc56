// SPDX-License-Identifier: GPL-2.0-or-later
/* Stacks by hash and by other names, and those that come only when they are asked for */
#include "test.h"

#include "base/stack_store.h"

static const uint64_t frames[] = {3, 2, 1};

static void by_hash(void **state)
{
	uint64_t hash = stack_store_add(frames, 3, 0), other = stack_store_add(frames, 3, 1);

	(void)state;
	assert_true(hash && other && hash != other);
	assert_int_equal(stack_store_add(frames, 3, 0), hash);
	assert_int_equal(stack_store_find(hash)->n, 3);
	assert_memory_equal(stack_store_find(hash)->frames, frames, sizeof(frames));
	assert_int_equal(stack_store_find(other)->flags, 1);
	assert_null(stack_store_find(hash + 1));
	stack_store_drop();
	assert_null(stack_store_find(hash));
}

static void by_other_names(void **state)
{
	uint64_t hash = stack_store_add(frames, 2, 0);

	(void)state;
	assert_int_equal(stack_store_aliases(), 0);
	stack_store_alias(7, hash);
	stack_store_alias(9, hash);
	assert_int_equal(stack_store_aliases(), 2);
	assert_int_equal(stack_store_hash(7), hash);
	assert_int_equal(stack_store_hash(8), 8); /* nobody's other name */
	assert_ptr_equal(stack_store_find(9), stack_store_find(hash));
	stack_store_drop();
	assert_int_equal(stack_store_aliases(), 0);
	assert_null(stack_store_find(7));
}

static void fetch(void *times)
{
	if (++*(int *)times == 2)
		stack_store_put(5, frames, 1, 0);
}

static void on_its_way(void **state)
{
	int times = 0;

	(void)state;
	stack_store_on_miss(fetch, &times);
	assert_null(stack_store_find(5));
	assert_int_equal(stack_store_find(5)->n, 1);
	assert_non_null(stack_store_find(5));
	assert_int_equal(times, 2); /* what is there is not asked for */
	stack_store_on_miss(NULL, NULL);
	assert_null(stack_store_find(6));
	stack_store_drop();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(by_hash),
		cmocka_unit_test(by_other_names),
		cmocka_unit_test(on_its_way),
	};

	return RUN(tests);
}
