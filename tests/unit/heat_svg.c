// SPDX-License-Identifier: GPL-2.0-or-later
/* --svg: what is kept of each interval, and how large the picture of an hour is. */
#include "render/heat_data.h"
#include "session/tool.h"
#include "test.h"

#include "fake.h"
#include "render/heat_page.h"
#include "render/heat_shades.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct tool tool = {.name = "fake", .unit = "I/O"};

static uint64_t sum(const struct heat_data *d)
{
	uint64_t n = 0;

	for (size_t i = 0; i < d->nseries; i++)
		for (size_t c = 0; c < d->series[i].n; c++)
			n += d->series[i].cells[c].count;
	return n;
}

static void add(struct heat_data *d, const char *name, uint64_t ns, uint64_t count)
{
	struct fake_row row = {.hist.max = ns};

	snprintf(row.name, sizeof(row.name), "%s", name);
	hist_add(&row.hist, HIST_NS, ns);
	for (size_t i = 0; i < HIST_SLOTS; i++)
		row.hist.slots[i] *= count;
	assert_int_equal(heat_data_row(d, &row), 0);
}

static void neighbours_are_summed(void **state)
{
	struct heat_data *d = heat_data_new(&fake_named);

	(void)state;
	for (unsigned i = 0; i < 2 * HEAT_COLUMNS + 1; i++) {
		heat_data_interval(d, (i + 1) * 1000000000ULL, 1000000000);
		add(d, "sda", 1000, 1);
		add(d, "sda", 5000 + i % 3, 2);
	}
	assert_int_equal(d->each, 4);
	assert_int_equal(d->ncolumns, HEAT_COLUMNS / 2 + 1);
	assert_int_equal(sum(d), 3 * (2 * HEAT_COLUMNS + 1));
	assert_int_equal(d->counted, sum(d));
	assert_int_equal(d->series[0].n, 2 * d->ncolumns);
	assert_int_equal(d->series[0].cells[0].count, 4);
	assert_int_equal(d->columns[0].end_ns, 4000000000);
	assert_int_equal(d->columns[0].elapsed_ns, 4000000000);
	heat_data_free(d);
}

static void those_that_count_least_go(void **state)
{
	struct heat_data *d = heat_data_new(&fake_named);
	char name[16];

	(void)state;
	heat_data_interval(d, 1, 1);
	for (unsigned i = 0; i < HEAT_SERIES + 10; i++) {
		snprintf(name, sizeof(name), "disk%u", i);
		add(d, name, 1000, i + 1);
	}
	heat_data_sort(d);
	assert_int_equal(d->nseries, HEAT_SERIES);
	assert_true(d->dropped);
	assert_int_equal(hist_count(&d->series[0].all), HEAT_SERIES + 10);
	assert_int_equal(hist_count(&d->series[HEAT_SERIES - 1].all), 11);
	assert_int_equal(d->counted, (HEAT_SERIES + 10) * (HEAT_SERIES + 11) / 2);
	heat_data_free(d);
}

static void shades(void **state)
{
	(void)state;
	assert_int_equal(heat_shade(0, 100), 0);
	assert_int_equal(heat_shade(1, 1), 1);
	assert_int_equal(heat_shade(1, UINT64_MAX), 1);
	assert_int_equal(heat_shade(UINT64_MAX, UINT64_MAX), HEAT_SHADES);
	for (uint64_t i = 1; i < 1000; i++)
		assert_true(heat_shade(i, 1000) <= heat_shade(i + 1, 1000));
}

/* 23 million I/O in 3600 columns of 78 slots */
static void an_hour(void **state)
{
	struct heat_data *d = heat_data_new(&fake_single);
	struct session *s = fake_session(&fake_single);
	uint64_t seed = 1;
	char *text = NULL;
	size_t size = 0;
	FILE *to = open_memstream(&text, &size);

	(void)state;
	s->tool = &tool;
	for (uint64_t i = 0; i < HEAT_COLUMNS; i++) {
		struct fake_row row = {.hist.max = 4000000};

		heat_data_interval(d, (i + 1) * 1000000000, 1000000000);
		for (unsigned slot = 100; slot < 178; slot++) {
			unsigned far = slot < 130 ? 130 - slot : slot - 130;

			row.hist.slots[slot] = 1 + random_next(&seed) % (1 + 500 / (1 + far * far / 16));
		}
		assert_int_equal(heat_data_row(d, &row), 0);
	}
	assert_int_equal(heat_page(to, s, d, ""), 0);
	fclose(to);
	assert_in_range(size, 400000, 1200000);
	if (getenv("KEEP")) {
		to = fopen(getenv("KEEP"), "w");
		fwrite(text, size, 1, to);
		fclose(to);
	}
	free(text);
	fake_free(s);
	heat_data_free(d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(neighbours_are_summed),
		cmocka_unit_test(those_that_count_least_go),
		cmocka_unit_test(shades),
		cmocka_unit_test(an_hour),
	};

	return RUN(tests);
}
