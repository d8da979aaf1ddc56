// SPDX-License-Identifier: GPL-2.0-or-later
/* What JIT compilers list: against the simplest model, an array of bytes; and lines that are none */
#include "test.h"

#include "sys/code_ranges.h"
#include "sys/perf_map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BYTES 200

static uint32_t number[BYTES];
static uint64_t first[BYTES];

static void put(struct code_ranges *r, uint64_t *seed, uint32_t n)
{
	uint64_t start = random_next(seed) % BYTES, end = start + 1 + random_next(seed) % (n % 7 ? 20 : BYTES);

	end = end > BYTES ? BYTES : end;
	code_ranges_add(r, start, end, n);
	for (uint64_t at = start; at < end; at++) {
		number[at] = n;
		first[at] = start;
	}
}

static void is_model(struct code_ranges *r)
{
	code_ranges_sort(r);
	for (uint64_t at = 0; at < BYTES; at++) {
		uint64_t into = 0;

		assert_int_equal(code_ranges_find(r, at, &into), number[at]);
		assert_int_equal(into, number[at] ? at - first[at] : 0);
	}
}

static void overlapping(void **state)
{
	uint64_t seed = 88172645463325252ULL;

	(void)state;
	for (unsigned round = 0; round < 200; round++) {
		struct code_ranges r = {0};

		memset(number, 0, sizeof(number));
		for (uint32_t n = 1; n < 300; n++) {
			put(&r, &seed, n);
			if (random_next(&seed) % 8 == 0)
				is_model(&r);
		}
		is_model(&r);
		assert_true(r.n <= BYTES);
		code_ranges_free(&r);
	}
}

static void is(struct perf_map *m, uint64_t address, const char *name, uint64_t into)
{
	uint64_t got = 0;
	const char *found = perf_map_find(m, address, &got, true);

	if (!name) {
		assert_null(found);
		return;
	}
	assert_non_null(found);
	assert_string_equal(found, name);
	assert_int_equal(got, into);
}

static size_t add(struct perf_map *m, const char *text)
{
	return perf_map_add(m, text, strlen(text));
}

static void lines(void **state)
{
	struct perf_map *m = perf_map_empty();
	char long_name[3000];

	(void)state;
	assert_non_null(m);
	is(m, 0x1000, NULL, 0);
	assert_int_equal(add(m, "1000 10 first\n0x2000 0x20 with spaces, and: more\n3000 10 not whole"), 49);
	is(m, 0x1000, "first", 0);
	is(m, 0x100f, "first", 15);
	is(m, 0x1010, NULL, 0);
	is(m, 0x2001, "with spaces, and: more", 1);
	is(m, 0x3000, NULL, 0);
	add(m,
		"4000 10\n4000  \n\n \n4000 0 empty\n4000 10 \nxyz\n4000 zz name\nffffffffffffffff 10 too far\n4000\t10\tx\n");
	is(m, 0x4000, NULL, 0);
	is(m, UINT64_MAX, NULL, 0);
	perf_map_add(m, "5000 10 a\0b\n", 12);
	is(m, 0x5000, NULL, 0);
	memset(long_name, 'n', sizeof(long_name));
	memcpy(long_name, "6000 10 ", 8);
	long_name[sizeof(long_name) - 1] = '\n';
	assert_int_equal(perf_map_add(m, long_name, sizeof(long_name)), sizeof(long_name));
	long_name[8 + 512] = '\0';
	is(m, 0x6004, long_name + 8, 4);
	add(m, "0ff8 10 later\n");
	is(m, 0x0fff, "later", 7);
	is(m, 0x1007, "later", 15);
	is(m, 0x1008, "first", 8);
	assert_true(perf_map_size(m) > 0);
	perf_map_free(m);
	perf_map_free(NULL);
	assert_int_equal(perf_map_size(NULL), 0);
	assert_null(perf_map_of(0));
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(overlapping), cmocka_unit_test(lines)};

	return RUN(tests);
}
