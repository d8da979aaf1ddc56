// SPDX-License-Identifier: GPL-2.0-or-later
/* Histograms and tables for people: counts add up, columns line up, names do no harm. */
#include "render/columns.h"
#include "render/renderers.h"
#include "test.h"

#include "capture.h"
#include "fake.h"
#include "base/units.h"

#include <ctype.h>
#include <locale.h>
#include <stdio.h>
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

/* Several empty rows become one, a single one stays; the percentiles are whole numbers that can occur. */
static void folded_rows(void **state)
{
	(void)state;
	s = fake_session(&fake_single);
	fake_settings.ascii = true;
	for (int i = 0; i < 2; i++)
		hist_add(fake_hist(s, ""), HIST_NS, 1000);
	hist_add(fake_hist(s, ""), HIST_NS, 5000);
	hist_add(fake_hist(s, ""), HIST_NS, 1000000);
	fake_begin(s, &render_hist);
	assert_string_equal(fake_interval(s),
						"       over ..    up to    : I/O      |Distribution                          |\n"
						"      954ns ..   1.91us    : 2        |######################################|\n"
						"     1.91us ..   3.81us    : 0        |                                      |\n"
						"     3.81us ..   7.63us    : 1        |###################                   |\n"
						"        ...                : 0        |                                      |\n"
						"      977us ..   1.95ms    : 1        |###################                   |\n"
						"  p50 996ns  p90 1.00ms  max 1.00ms\n\n");
	fake_free(s);
}

/* The maximum of a later interval is known only as a bucket */
static void maximum_that_may_be_lower(void **state)
{
	(void)state;
	s = fake_session(&fake_single);
	hist_add(fake_hist(s, ""), HIST_NS, 1000);
	fake_settings.ascii = true;
	fake_begin(s, &render_hist);
	assert_non_null(strstr(fake_later(s), "  max <=1.00us\n"));
	fake_settings.ascii = false;
	fake_begin(s, &render_hist);
	assert_non_null(strstr(fake_later(s), "  max ≤1.00µs\n"));
	assert_non_null(strstr(fake_interval(s), "  max 1.00µs\n"));
	fake_free(s);
}

static void cut_short(void **state)
{
	(void)state;
	s = fake_session(&fake_single);
	hist_add(fake_hist(s, ""), HIST_NS, 1000);
	fake_begin(s, &render_hist);
	assert_int_equal(strncmp(fake_last(s), "(cut short: 310ms of 1.00s)\n", 28), 0);
	fake_settings.timestamp = true;
	assert_int_equal(strncmp(fake_last(s) + 8, " (cut short: 310ms of 1.00s)\n", 29), 0);
	fake_free(s);
}

/* The bar shrinks below 80 columns and never grows; one column stays free. */
static void narrow_bars(void **state)
{
	char columns[8], *save, *copy;

	(void)state;
	s = fake_session(&fake_single);
	for (int i = 0; i < 5000; i++)
		hist_add(fake_hist(s, ""), HIST_NS, 1000 + (uint64_t)i * 1000);
	s->render.statistics = true;
	for (int width = 40; width <= 200; width += width < 90 ? 1 : 37) {
		snprintf(columns, sizeof(columns), "%d", width);
		setenv("COLUMNS", columns, 1);
		fake_begin(s, &render_hist);
		copy = strdup(fake_interval(s));
		save = NULL;
		for (char *line = strtok_r(copy, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
			int bar = strchr(line, '|') ? (int)strlen(strchr(line, '|')) - 2 : 0;

			if (units_width(line) >= width)
				fail_msg("%d columns in %d: %s", units_width(line), width, line);
			assert_true(!strchr(line, '|') || bar == 38 || (width < 80 && bar >= 4 && bar < 38));
		}
		free(copy);
	}
	unsetenv("COLUMNS");
	fake_free(s);
}

static void nothing(void **state)
{
	(void)state;
	s = fake_session(&fake_single);
	fake_begin(s, &render_hist);
	assert_string_equal(strchr(fake_interval(s), '\n'), "\n(no I/O)\n\n");
	fake_begin(s, &render_hist_table);
	assert_string_equal(strchr(fake_interval(s), '\n'), "\n(no I/O)\n\n");
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

static const struct field wide_fields[] = {
	FIELD(struct fake_event, pid, FIELD_U32, 0, 7),
	FIELD(struct fake_event, name, FIELD_CHARS, 0, -16),
	FIELD_AS("again", struct fake_event, name, FIELD_CHARS, 0, -16),
	FIELD_AS("rest", struct fake_event, name, FIELD_CHARS, 0, 0),
};

static const struct schema wide = {SCHEMA_FIELDS(wide_fields), .row_size = sizeof(struct fake_event)};

/* Shows the event n times on a terminal of this size, or in a file where it has no columns */
static const char *show(const struct fake_event *e, unsigned short columns, unsigned short rows, int n)
{
	if (columns)
		capture_terminal(columns, rows);
	else
		capture_begin(1);
	s->renderer = &render_events;
	s->renderer->begin(s);
	while (n--)
		s->renderer->event(s, e);
	return capture_end();
}

/* Only a terminal narrows columns and wraps rows: it cuts no number, half a character or half an escape. */
static void rows_on_a_terminal(void **state)
{
	static const struct fake_event plain = {.name = "0123456789abcdef", .pid = 4194304};
	static const struct fake_event hard = {.name = "\xc2\xb5\xc2\xb5\xc2\xb5\xc2\xb5\x1b\x1b\x1b\x1b\xc2\xb5",
										   .pid = 1};

	(void)state;
	s = fake_session(&wide);
	assert_string_equal(show(&plain, 0, 0, 1), "    PID NAME             AGAIN            REST\n"
											   "4194304 0123456789abcdef 0123456789abcdef 0123456789abcdef\n");
	assert_string_equal(show(&plain, 80, 24, 1), "    PID NAME             AGAIN            REST\n"
												 "4194304 0123456789abcdef 0123456789abcdef 0123456789abcdef\n");
	assert_string_equal(show(&plain, 45, 24, 1), "    PID NAME      AGAIN     REST\n"
												 "4194304 01234567… 01234567… 0123456789abcdef\n");
	fake_settings.ascii = true;
	assert_string_equal(show(&plain, 40, 24, 1), "    PID NAME   AGAIN   REST\n"
												 "4194304 01234> 012345> 0123456789abcdef\n");
	fake_settings.ascii = false;
	for (unsigned short columns = 40; columns < 90; columns++) {
		char *save = NULL, *copy = strdup(show(&hard, columns, 24, 1));

		for (char *line = strtok_r(copy, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
			if (units_width(line) >= columns)
				fail_msg("%d columns in %d: %s", units_width(line), columns, line);
			for (const char *c = line; (c = strchr(c, '\\')); c += 4)
				assert_int_equal(strncmp(c, "\\x1b", 4), 0);
			for (const char *c = line; (c = strstr(c, "\xc2")); c += 2)
				assert_int_equal(c[1], '\xb5');
		}
		free(copy);
	}
	fake_free(s);
}

static int format_long(char *to, size_t size, const struct field *f, const void *row)
{
	const struct fake_event *e = row;

	(void)f;
	return snprintf(to, size, "%s/usr/lib/x86_64-linux-gnu/libc.so.6",
					e->took == 6 ? "" : "one two three four five six seven eight nine ");
}

static const struct field long_fields[] = {
	FIELD(struct fake_event, took, FIELD_U64, 0, -16, .spare = 2),
	FIELD(struct fake_event, name, FIELD_CHARS, 0, -16),
	FIELD(struct fake_event, pid, FIELD_U32, 0, 7, .spare = 1),
	FIELD_MADE("text", format_long, 0, 0),
};
static const struct schema with_long = {SCHEMA_FIELDS(long_fields), .row_size = sizeof(struct fake_event)};

/* Text at the end of a row goes on below, between words if it can: nothing is cut, and no word that has room there. */
static void text_goes_on(void **state)
{
	static const struct fake_event e = {.name = "0123456789abcde", .pid = 7, .took = 5},
								   path = {.name = "x", .took = 6};

	(void)state;
	s = fake_session(&with_long);
	assert_string_equal(show(&path, 61, 24, 1), "TOOK             NAME                 PID TEXT\n"
												"6                x                      0\n"
												"    /usr/lib/x86_64-linux-gnu/libc.so.6\n");
	assert_string_equal(show(&path, 40, 24, 1), "NAME               PID TEXT\n"
												"x                    0\n"
												"    /usr/lib/x86_64-linux-gnu/libc.so.6\n");
	assert_string_equal(show(&e, 120, 24, 1),
						"TOOK             NAME                 PID TEXT\n"
						"5                0123456789abcde        7 one two three four five six seven eight nine\n"
						"                                          /usr/lib/x86_64-linux-gnu/libc.so.6\n");
	assert_string_equal(show(&e, 80, 24, 1),
						"TOOK             NAME                 PID TEXT\n"
						"5                0123456789abcde        7 one two three four five six seven\n"
						"    eight nine /usr/lib/x86_64-linux-gnu/libc.so.6\n");
	assert_string_equal(show(&e, 61, 24, 1), "TOOK             NAME                 PID TEXT\n"
											 "5                0123456789abcde        7 one two three\n"
											 "    four five six seven eight nine\n"
											 "    /usr/lib/x86_64-linux-gnu/libc.so.6\n");
	assert_string_equal(show(&e, 0, 0, 1),
						"TOOK             NAME                 PID TEXT\n"
						"5                0123456789abcde        7 one two three four five six seven eight nine "
						"/usr/lib/x86_64-linux-gnu/libc.so.6\n");
	fake_free(s);
}

/* The names of all columns that are shown in so many, and of those that are not */
static const char *chosen(int room)
{
	static char text[200];
	struct columns c;
	size_t n = 0;

	columns_fit(&c, s, room);
	for (size_t i = 0; i < c.n; i++) {
		n += column_title(text + n, sizeof(text) - n, c.list[i].field);
		n += (size_t)sprintf(text + n, ":%d ", c.list[i].width);
		assert_int_equal(c.list[i].last, i == c.n - 1);
	}
	snprintf(text + n, sizeof(text) - n, "(%s)", c.left_out);
	return text;
}

/* Names become narrower, then what matters least goes; what has no rank stays. Numbers keep their width. */
static void columns_left_out(void **state)
{
	static const struct field fields[] = {
		FIELD_AS("one", struct fake_event, took, FIELD_U64, 0, 5, .spare = 1), /* 6 columns */
		FIELD(struct fake_event, name, FIELD_CHARS, 0, -16),				   /* 17, at least 7 */
		FIELD_AS("two", struct fake_event, took, FIELD_U64, 0, 19, .spare = 2),
		FIELD_AS("sum", struct fake_event, took, FIELD_U64, 0, 12, .least = 8), /* 13, at least 9 */
		FIELD_AS("max", struct fake_event, took, FIELD_U64, 0, 9),
	};
	static const struct schema schema = {SCHEMA_FIELDS(fields), .row_size = sizeof(struct fake_event)};
	static const struct {
		int room;
		const char *columns;
	} cases[] = {
		{0, "ONE:5 NAME:-16 TWO:19 SUM:12 MAX:9 ()"},  {65, "ONE:5 NAME:-16 TWO:19 SUM:12 MAX:9 ()"},
		{64, "ONE:5 NAME:-15 TWO:19 SUM:12 MAX:9 ()"}, {52, "ONE:5 NAME:-7 TWO:19 SUM:8 MAX:9 ()"},
		{51, "ONE:5 NAME:-6 TWO:19 SUM:8 MAX:9 ()"},   {50, "NAME:-9 TWO:19 SUM:10 MAX:9 (ONE)"},
		{45, "NAME:-6 TWO:19 SUM:8 MAX:9 (ONE)"},	   {44, "ONE:5 NAME:-15 SUM:12 MAX:9 (TWO)"}, /* ONE came back */
		{31, "ONE:5 NAME:-6 SUM:8 MAX:9 (TWO)"},	   {30, "NAME:-9 SUM:10 MAX:9 (ONE, TWO)"},
		{20, "NAME:-6 SUM:8 MAX:9 (ONE, TWO)"},
	};

	(void)state;
	s = fake_session(&schema);
	for (size_t i = 0; i < ELEMENTS(cases); i++)
		assert_string_equal(chosen(cases[i].room), cases[i].columns);
	fake_free(s);
}

static int headings(const char *text)
{
	int n = 0;

	for (; (text = strstr(text, "    PID NAME")); text++)
		n++;
	return n;
}

/* On a terminal the heading is always on the screen, unless nobody wants it; elsewhere it comes once. */
static void headings_on_a_terminal(void **state)
{
	static const struct fake_event e = {.name = "a"};

	(void)state;
	s = fake_session(&wide);
	assert_int_equal(headings(show(&e, 80, 10, 8)), 1);
	assert_int_equal(headings(show(&e, 80, 10, 9)), 2); /* 1 + 8 lines, and the one that the cursor is in */
	assert_int_equal(headings(show(&e, 80, 10, 24)), 3);
	assert_int_equal(headings(show(&e, 0, 0, 100)), 1);
	s->render.no_heading = true;
	assert_int_equal(headings(show(&e, 80, 10, 24)), 0);
	fake_free(s);
}

/* What follows Ctrl-C goes over the "^C" that the terminal shows; a file has no such thing. */
static void after_ctrl_c(void **state)
{
	static const struct fake_event e = {.name = "a"};

	(void)state;
	s = fake_session(&wide);
	s->stop = true;
	assert_non_null(strstr(show(&e, 80, 24, 1), "\n\r      0 a"));
	assert_null(strchr(show(&e, 0, 0, 1), '\r'));
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

static const struct field longest_fields[] = {
	FIELD(struct count_row, key, FIELD_U64, FIELD_KEY, -6),
	FIELD(struct count_row, count, FIELD_U64, 0, 8),
	FIELD(struct count_row, bytes, FIELD_BYTES, FIELD_MAX, 8, .title = "MAX"),
};

static const struct schema longest = {SCHEMA_FIELDS(longest_fields), .key_size = 8,
									  .row_size = sizeof(struct count_row), .compare = by_count};

/* The maximum of a later interval may be that of the run */
static void maxima_of_counters(void **state)
{
	(void)state;
	s = fake_session(&longest);
	fake_settings.ascii = true;
	tally_merge(s->interval, &(struct count_row){1, 5, 2048});
	fake_begin(s, &render_table);
	assert_string_equal(fake_interval(s), "KEY       COUNT      MAX\n"
										  "1             5     2048\n\n");
	assert_string_equal(fake_later(s), "KEY       COUNT      MAX\n"
									   "1             5   <=2048\n\n");
	fake_settings.ascii = false;
	fake_begin(s, &render_table);
	assert_string_equal(fake_later(s), "KEY       COUNT      MAX\n"
									   "1             5    ≤2048\n\n");
	assert_int_equal(strncmp(fake_last(s), "(cut short: 310ms of 1.00s)\nKEY ", 32), 0);
	fake_free(s);
}

static void tables(void **state)
{
	(void)state;
	s = fake_session(&counts);
	for (uint64_t key = 1; key <= 3; key++)
		tally_merge(s->interval, &(struct count_row){key, 10 * (5 - key), 2048 * key});
	fake_begin(s, &render_table);
	assert_string_equal(fake_interval(s), "KEY       BYTES    COUNT\n"
										  "3          6144       20\n"
										  "2          4096       30\n"
										  "1          2048       40\n\n");
	s->render.top = 1;
	assert_string_equal(fake_interval(s), "KEY       BYTES    COUNT\n"
										  "1          2048       40\n\n");
	s->render.top = 0;
	tally_clear(s->interval);
	assert_string_equal(fake_interval(s), "KEY       BYTES    COUNT\n(no I/O)\n\n");
	fake_free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_add_up),
		cmocka_unit_test(one_row),
		cmocka_unit_test(folded_rows),
		cmocka_unit_test(maximum_that_may_be_lower),
		cmocka_unit_test(cut_short),
		cmocka_unit_test(narrow_bars),
		cmocka_unit_test(nothing),
		cmocka_unit_test(keys),
		cmocka_unit_test(events),
		cmocka_unit_test(rows_on_a_terminal),
		cmocka_unit_test(text_goes_on),
		cmocka_unit_test(columns_left_out),
		cmocka_unit_test(headings_on_a_terminal),
		cmocka_unit_test(after_ctrl_c),
		cmocka_unit_test(tables),
		cmocka_unit_test(maxima_of_counters),
	};

	setlocale(LC_CTYPE, "");
	unsetenv("COLUMNS");
	return RUN(tests);
}
