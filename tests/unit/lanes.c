// SPDX-License-Identifier: GPL-2.0-or-later
/* Lanes of a timeline. The model is a list of the ends. */
#include "test.h"

#include "render/lanes.h"

#include <stdlib.h>
#include <string.h>

#define MOST 3000

static uint64_t ends[MOST];
static size_t nends;

static int model(uint64_t start, uint64_t end)
{
	size_t i = 0;

	while (i < nends && ends[i] > start)
		i++;
	assert_true(i < MOST);
	nends += i == nends;
	ends[i] = end;
	return (int)i;
}

static void same(struct lanes *l, uint64_t start, uint64_t end)
{
	assert_int_equal(lanes_take(l, start, end), model(start, end));
}

static void slices_in_any_order(void **state)
{
	uint64_t random = 7;

	(void)state;
	for (uint64_t longest = 1; longest < 1 << 12; longest *= 4) {
		struct lanes l = {0};

		nends = 0;
		for (int i = 0; i < 20000; i++) {
			uint64_t start = random_next(&random) % 4000;

			if (nends >= MOST - 1)
				break;
			same(&l, start, start + random_next(&random) % longest);
		}
		lanes_free(&l);
	}
}

/* Each overlaps all that were there: as many lanes as slices */
static void all_overlap(void **state)
{
	struct lanes l = {0};

	(void)state;
	nends = 0;
	for (uint64_t i = 0; i < MOST; i++)
		same(&l, MOST - i, MOST + 1);
	assert_int_equal(nends, MOST);
	assert_int_equal(lanes_take(&l, MOST + 1, MOST + 2), 0);
	lanes_free(&l);
}

static void one_after_the_other(void **state)
{
	struct lanes l = {0};

	(void)state;
	for (uint64_t i = 0; i < 1000; i++)
		assert_int_equal(lanes_take(&l, i, i + 1), 0);
	assert_int_equal(l.room, 1);
	assert_int_equal(lanes_take(&l, 1000, 1000), 0); /* it takes no time: neither has the next one to wait */
	assert_int_equal(lanes_take(&l, 1000, UINT64_MAX), 0);
	assert_int_equal(lanes_take(&l, UINT64_MAX, UINT64_MAX), 0);
	assert_int_equal(lanes_take(&l, 0, 1), 1);
	lanes_free(&l);
	lanes_free(&l);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(slices_in_any_order),
		cmocka_unit_test(all_overlap),
		cmocka_unit_test(one_after_the_other),
	};

	return RUN(tests);
}
