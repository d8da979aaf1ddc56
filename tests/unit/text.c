// SPDX-License-Identifier: GPL-2.0-or-later
/* Histograms and tables for people: counts add up, columns line up, names do no harm. */
#include "render/renderers.h"
#include "test.h"

#include "capture.h"
#include "fake.h"
#include "base/units.h"

#include <ctype.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

static struct session *s;

/* Parses "        1.00us ..   2.00us    : 12       |####   |". Returns the count; *bar: the length of the bar */
static unsigned long row_count(const char *line, int *bar)
{
	const char *colon = strchr(line, ':'), *open = strchr(line, '|');

	if (!colon || !open)
		fail_msg("no row: %s", line);
	*bar = (int)strspn(open + 1, "#");
	assert_int_equal(strlen(open), 40);
	return strtoul(colon + 1, NULL, 10);
}

static void rows_add_up(void **state)
{
	struct hist *h;
	unsigned long sum = 0;
	char *save = NULL, *copy, *line;
	uint64_t seed = 71;
	int rows = 0, bar;

	(void)state;
	s = fake_session(&fake_single);
	fake_settings.ascii = true;
	h = fake_hist(s, "");
	for (int i = 0; i < 5000; i++) {
		uint64_t r = random_next(&seed);

		hist_add(h, HIST_NS, r >> (28 + r % 36));
	}
	hist_add(h, HIST_NS, 0);
	hist_add(h, HIST_NS, UINT32_MAX * 100ULL);
	fake_begin(s, &render_hist);
	copy = strdup(fake_interval(s));
	line = strtok_r(copy, "\n", &save);
	assert_non_null(strstr(line, "I/O"));
	while ((line = strtok_r(NULL, "\n", &save)) && strchr(line, '|')) {
		unsigned long count = row_count(line, &bar);

		assert_int_equal(count > 0, bar > 0);
		sum += count;
		rows++;
	}
	assert_int_equal(sum, 5002);
	assert_int_equal(rows, HIST_OCTAVES + 3);
	assert_non_null(line);
	assert_non_null(strstr(line, "p50 "));
	assert_non_null(strstr(line, "p99.9 "));
	free(copy);
	fake_free(s);
}

static void one_row(void **state)
{
	(void)state;
	s = fake_session(&fake_single);
	fake_settings.ascii = true;
	for (int i = 0; i < 99; i++)
		hist_add(fake_hist(s, ""), HIST_NS, 1000); /* 1073 ticks: in (2^10, 2^11], which is (954 ns, 1.91 us] */
	fake_begin(s, &render_hist);
	assert_string_equal(strchr(fake_interval(s), '\n'),
						"\n      954ns ..   1.91us    : 99       |######################################|\n"
						"  p50 996ns  p90 996ns  max 1.00us\n\n");
	fake_free(s);
}

static void nothing(void **state)
{
	(void)state;
	s = fake_session(&fake_single);
	fake_begin(s, &render_hist);
	assert_int_equal(strspn(strchr(fake_interval(s), '\n'), "\n"), 2);
	fake_free(s);
}

static void keys(void **state)
{
	const char *text;

	(void)state;
	s = fake_session(&fake_named);
	hist_add(fake_hist(s, "b\n\033[1m"), HIST_NS, 5);
	hist_add(fake_hist(s, "a"), HIST_NS, 5);
	fake_begin(s, &render_hist);
	text = fake_interval(s);
	assert_int_equal(strncmp(text, "name = a\n", 9), 0);
	assert_non_null(strstr(text, "\nname = b\\n\\x1b[1m\n"));
	assert_null(strchr(text, '\033'));
	fake_free(s);
}

static void events(void **state)
{
	const struct fake_event e[] = {{.name = "plain", .error = -13, .pid = 9},
								   {.name = "\xc2\xb5\xc2\xb5", .error = 2, .pid = 9},
								   {.name = "sixteen bytes !\n", .error = 0, .pid = 9}};

	(void)state;
	s = fake_session(&fake_events);
	assert_string_equal(fake_begin(s, &render_events), "NAME             ERROR\n");
	capture_begin(1);
	for (size_t i = 0; i < ELEMENTS(e); i++)
		s->renderer->event(s, &e[i]);
	assert_string_equal(capture_end(), "plain             -13\n"
									   "\xc2\xb5\xc2\xb5                  2\n"
									   "sixteen bytes !\\n    0\n");
	fake_free(s);
}

struct count_row {
	uint64_t key, count, bytes;
};

static const struct field count_fields[] = {
	FIELD(struct count_row, key, FIELD_U64, FIELD_KEY, -6),
	FIELD(struct count_row, bytes, FIELD_BYTES, 0, 8),
	FIELD(struct count_row, count, FIELD_U64, 0, 8),
};

static int by_count(const void *a, const void *b)
{
	const struct count_row *x = a, *y = b;

	return (x->count > y->count) - (x->count < y->count);
}

static const struct schema counts = {SCHEMA_FIELDS(count_fields), .key_size = 8, .row_size = sizeof(struct count_row),
									 .compare = by_count};

static void tables(void **state)
{
	(void)state;
	s = fake_session(&counts);
	for (uint64_t key = 1; key <= 3; key++)
		tally_merge(s->interval, &(struct count_row){key, 10 * (5 - key), 2048 * key});
	fake_begin(s, &render_table);
	assert_string_equal(fake_interval(s), "KEY       BYTES    COUNT\n"
										  "3         6.00K       20\n"
										  "2         4.00K       30\n"
										  "1         2.00K       40\n\n");
	s->render.top = 1;
	assert_string_equal(fake_interval(s), "KEY       BYTES    COUNT\n"
										  "1         2.00K       40\n\n");
	s->render.top = 0;
	tally_clear(s->interval);
	assert_string_equal(fake_interval(s), "KEY       BYTES    COUNT\n\n");
	fake_free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_add_up), cmocka_unit_test(one_row), cmocka_unit_test(nothing),
		cmocka_unit_test(keys),		   cmocka_unit_test(events),  cmocka_unit_test(tables),
	};

	setlocale(LC_CTYPE, "");
	return RUN(tests);
}
