// SPDX-License-Identifier: GPL-2.0-or-later
/* A process's mappings, added one by one, against the simplest model: a page table */
#include "test.h"

#include "sys/mappings.h"

#include <stdio.h>
#include <string.h>

#define PAGES 40

static unsigned table[PAGES]; /* number of the mapping that holds the page; 0: none */
static unsigned place[PAGES]; /* of the page in the mapping's file */

/* A new mapping takes its pages from whoever had them; what is left of those stays, with its own offset. */
static void put(struct mappings *maps, unsigned from, unsigned n, unsigned number)
{
	char path[16];
	struct mapping m = {.start = from, .end = from + n, .offset = number * 3, .inode = number, .path = path};

	snprintf(path, sizeof(path), "/%u", number);
	assert_int_equal(mappings_add(maps, &m), 0);
	for (unsigned page = from; page < from + n; page++) {
		table[page] = number;
		place[page] = number * 3 + page - from;
	}
}

static void is_table(const struct mappings *maps)
{
	char path[16];

	for (unsigned page = 0; page < PAGES; page++) {
		const struct mapping *m = mappings_find(maps, page);

		snprintf(path, sizeof(path), "/%u", table[page]);
		assert_int_equal(m ? m->inode : 0, table[page]);
		if (!m)
			continue;
		assert_string_equal(m->path, path);
		assert_int_equal(m->offset + page - m->start, place[page]);
	}
}

static void added(void **state)
{
	uint64_t seed = 88172645463325252ULL;
	struct mappings maps = {0}, copy;

	(void)state;
	for (unsigned number = 1; number < 3000; number++) {
		unsigned from = random_next(&seed) % PAGES, n = 1 + random_next(&seed) % 6;

		put(&maps, from, from + n > PAGES ? PAGES - from : n, number);
		is_table(&maps);
	}
	assert_int_equal(mappings_copy(&copy, &maps), 0);
	mappings_free(&maps);
	is_table(&copy);
	mappings_free(&copy);
	assert_int_equal(copy.n, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(added)};

	return RUN(tests);
}
