// SPDX-License-Identifier: GPL-2.0-or-later
/* The heat map's lines: their width in every terminal, the places of marks and labels, the meaning of the shades. */
#include "render/renderers.h"
#include "test.h"

#include "fake.h"
#include "render/heat_legend.h"
#include "render/terminal.h"
#include "base/units.h"

#include <ctype.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TIME 9
#define NUMBERS 31
#define TICK_NS .931322574615478515625 /* 2^-30 s */

static struct session *s;

static int make(void **state)
{
	(void)state;
	setenv("COLUMNS", "200", 1);
	s = fake_session(&fake_single);
	fake_settings.ascii = true;
	return 0;
}

static int drop(void **state)
{
	(void)state;
	fake_end(s);
	fake_free(s);
	return 0;
}

static void add(const char *name, uint64_t ns, int times)
{
	while (times--)
		hist_add(fake_hist(s, name), HIST_NS, ns);
}

/* Splits the text into lines, in a static copy, and returns their number */
static int split(const char *text, char *lines[], int most)
{
	static char copy[1 << 16];
	char *save = NULL;
	int n = 0;

	snprintf(copy, sizeof(copy), "%s", text);
	for (char *line = strtok_r(copy, "\n", &save); line && n < most; line = strtok_r(NULL, "\n", &save))
		lines[n++] = line;
	return n;
}

/* The cells of a line of data: between the time and the numbers */
static void cells_of(char *to, const char *line)
{
	int n = (int)strlen(line) - TIME - NUMBERS;

	assert_true(n > 0);
	sprintf(to, "%.*s", n, line + TIME);
}

static void fits_every_terminal(void **state)
{
	char *lines[9], columns[12];

	(void)state;
	for (int width = 40; width <= 1000; width += width < 130 ? 1 : 87)
		for (int named = 0; named < 2; named++) {
			struct session *one = fake_session(named ? &fake_named : &fake_single);
			int n;

			fake_settings.ascii = true;
			snprintf(columns, sizeof(columns), "%d", width);
			setenv("COLUMNS", columns, 1);
			for (uint64_t ns = 1; ns < 1ULL << 37; ns *= 3)
				hist_add(fake_hist(one, "sda"), HIST_NS, ns);
			fake_begin(one, &render_heatmap);
			n = split(fake_interval(one), lines, 9);
			assert_in_range(n, 4, 5);
			for (int i = 0; i < n; i++) /* each line leaves one column free */
				if (units_width(lines[i]) >= width && width >= 60)
					fail_msg("%d columns in %d: %s", units_width(lines[i]), width, lines[i]);
			assert_int_equal(units_width(lines[n - 2]), units_width(lines[n - 1]));
			fake_end(one);
			fake_free(one);
		}
}

static void marks(void **state)
{
	char *lines[9], cells[200];

	(void)state;
	add("", 100000, 900);
	add("", 3000000, 100);
	fake_begin(s, &render_heatmap);
	assert_int_equal(split(fake_interval(s), lines, 9), 4);
	cells_of(cells, lines[3]);
	assert_int_equal(strspn(cells, " |!"), strlen(cells)); /* both values are hidden by their marks */
	/* log2(3 ms / 100 us) = 4.9 octaves of 8 cells */
	assert_in_range(strchr(cells, '!') - strchr(cells, '|'), 38, 40);
	assert_non_null(strstr(lines[3], "    1000"));
	assert_non_null(strstr(lines[3], "3.00ms"));
}

/* Fewer than 100 values give no percentile, and none at all give nothing */
static void few(void **state)
{
	char *lines[9];

	(void)state;
	add("", 5000, 99);
	fake_begin(s, &render_heatmap);
	split(fake_interval(s), lines, 9);
	assert_null(strchr(lines[3], '!'));
	assert_non_null(strchr(lines[3], '|'));
	assert_int_equal(strncmp(lines[3] + strlen(lines[3]) - 16, "      -", 7), 0);
	tally_clear(s->interval);
	assert_int_equal(split(fake_interval(s), lines, 9), 1);
	assert_int_equal(strspn(lines[0] + TIME, " -0"), strlen(lines[0]) - TIME);
}

/* The label of a decade begins in the cell that holds the decade: a value of that size shows which one. */
static void labels_stand_over_their_cells(void **state)
{
	static const struct {
		const char *name;
		uint64_t ns;
	} decades[] = {{"1us", 1000},	   {"10us", 10000},		 {"100us", 100000}, {"1ms", 1000000},
				   {"10ms", 10000000}, {"100ms", 100000000}, {"1s", 1000000000}};
	char *lines[9], *label;

	(void)state;
	setenv("COLUMNS", "400", 1);
	fake_begin(s, &render_heatmap);
	for (uint64_t ns = 100; ns < 9000000000; ns *= 2)
		add("", ns, 1);
	fake_interval(s); /* now the window is wide, and it stays so */
	for (size_t i = 0; i < ELEMENTS(decades); i++) {
		char axis[500];

		tally_clear(s->interval);
		for (int line = 0; line < 20; line++)
			split(fake_interval(s), lines, 9); /* until the next axis */
		tally_clear(s->interval);
		add("", decades[i].ns, 10);
		for (int line = 0; split(fake_interval(s), lines, 9) != 2; line++)
			assert_true(line < 21);
		snprintf(axis, sizeof(axis), " %s ", decades[i].name);
		label = strstr(lines[0], axis);
		assert_non_null(label);
		assert_int_equal(label + 1 - lines[0], strchr(lines[1], '|') - lines[1]);
	}
}

/* Shades grow lighter with the count, on the scale that the legend shows */
static void shades(void **state)
{
	static const char ramp[] = ".:-=+*#%@";
	char *lines[9], cells[200], last = 0;

	(void)state;
	fake_begin(s, &render_heatmap);
	for (uint64_t n = 1, ns = 1000; n <= 10000; n *= 10, ns *= 3)
		add("", ns, (int)n);
	split(fake_interval(s), lines, 9);
	assert_non_null(strstr(lines[1], "@ >=10000 "));
	cells_of(cells, lines[3]);
	for (const char *cell = cells; *cell; cell++) {
		if (*cell == ' ' || *cell == '|' || *cell == '!')
			continue;
		assert_non_null(strchr(ramp, *cell));
		assert_true(!last || strchr(ramp, *cell) > strchr(ramp, last));
		last = *cell;
	}
	assert_int_equal(strspn(cells, " "), strchr(cells, '.') - cells); /* a count of one is visible */
}

static void scale_only_grows(void **state)
{
	char *lines[9];

	(void)state;
	fake_begin(s, &render_heatmap);
	add("", 1000, 10);
	assert_int_equal(split(fake_interval(s), lines, 9), 4); /* directions, legend, axis, line */
	assert_string_equal(lines[0], "across: hist (log scale)");
	assert_string_equal(lines[1], "I/O per cell: . >=1  + >=3  @ >=10   | p50  ! p99");
	tally_clear(s->interval);
	add("", 1000, 3);
	assert_int_equal(split(fake_interval(s), lines, 9), 1);
	add("", 1000, 8);
	assert_int_equal(split(fake_interval(s), lines, 9), 2); /* 11: up to 30 */
	assert_string_equal(lines[0], "new scale, I/O per cell: . >=1  = >=3  * >=10  @ >=30");
	add("", 1000000, 1);
	assert_int_equal(split(fake_interval(s), lines, 9), 2); /* a wider axis */
}

/* Colours do not change the text of the line */
static void colors(void **state)
{
	static const char *const terms[] = {"truecolor", ""};
	char plain[4000], *text;

	(void)state;
	add("", 100000, 900);
	add("", 120000, 1);
	fake_begin(s, &render_heatmap);
	snprintf(plain, sizeof(plain), "%s", fake_interval(s));
	fake_end(s);
	for (size_t i = 0; i < ELEMENTS(terms); i++) {
		char naked[4000] = "";
		size_t n = 0, escapes = 0;

		fake_settings.ascii = false;
		fake_settings.color = "always";
		setenv("COLORTERM", terms[i], 1);
		fake_begin(s, &render_heatmap);
		text = (char *)fake_interval(s);
		for (const char *c = text; *c; c++) {
			if (*c == '\033') {
				assert_int_equal(c[1], '[');
				assert_true(strstr(c, *terms[i] ? "48;2;" : "48;5;") || !strncmp(c, "\033[0m", 4));
				c += strcspn(c, "m");
				escapes++;
				continue;
			}
			naked[n++] = *c;
		}
		naked[n] = '\0';
		assert_true(escapes > 0);
		/* marks, numbers and labels are the same; coloured shades are blanks here */
		assert_int_equal(units_width(strrchr(naked, '|')), units_width(strrchr(plain, '|')));
		fake_end(s);
	}
	fake_begin(s, &render_heatmap);
}

static void names(void **state)
{
	struct session *one = fake_session(&fake_named);
	char *lines[9];
	int n;

	(void)state;
	fake_settings.ascii = true;
	fake_begin(one, &render_heatmap);
	hist_add(fake_hist(one, "sda"), HIST_NS, 1000);
	hist_add(fake_hist(one, "\033[2Ja-very-long-name"), HIST_NS, 1000);
	n = split(fake_interval(one), lines, 9);
	assert_int_equal(n, 5);
	assert_int_equal(strncmp(lines[3] + TIME, "\\x1b[2Ja> ", 10), 0);
	assert_int_equal(strncmp(lines[4] + TIME, "sda       ", 10), 0);
	assert_int_equal(strlen(lines[3]), strlen(lines[4]));
	fake_end(one);
	fake_free(one);
}

/* --range: the axis never moves, and its ends count what is beyond */
static void fixed_range(void **state)
{
	struct session *one = fake_session(&fake_single);
	char *lines[9], cells[200], axis[300];

	(void)state;
	setenv("COLUMNS", "80", 1);
	fake_settings.ascii = true;
	fake_settings.range = (struct range){10000, 100000000, true, true};
	fake_begin(one, &render_heatmap);
	assert_int_equal(split(fake_interval(one), lines, 9), 4);
	snprintf(axis, sizeof(axis), "%s", lines[2]);
	assert_int_equal(strncmp(axis, "TIME     <10us ", 15), 0);
	assert_non_null(strstr(axis, " >100ms "));
	hist_add(fake_hist(one, ""), HIST_NS, 1);
	hist_add(fake_hist(one, ""), HIST_NS, 10000);
	hist_add(fake_hist(one, ""), HIST_NS, 2000000000);
	for (int i = 0; i < 97; i++)
		hist_add(fake_hist(one, ""), HIST_NS, 50000000000);
	assert_int_equal(split(fake_interval(one), lines, 9), 2); /* a new scale, no new axis */
	cells_of(cells, lines[1]);
	assert_true(cells[0] != ' ');
	assert_int_equal(strchr(cells, '|') - cells,
					 strchr(axis, '>') + 5 - (axis + TIME)); /* ">100ms" ends in the last cell */
	assert_int_equal(strspn(cells + 1, " "), strchr(cells, '|') - cells - 1);
	fake_end(one);
	fake_free(one);
}

/* The legend fits 60 columns on every scale. Its first and its last step are there, and so are the marks, once. */
static void legends(void **state)
{
	(void)state;
	for (int ascii = 0; ascii < 2; ascii++)
		for (int width = 60; width < 200; width++)
			for (uint64_t most = 10; most < 1000000000; most = heat_step(most)) {
				struct terminal t = {.utf8 = !ascii};
				char text[4000], last[32];
				const char *end;

				heat_legend(text, sizeof(text), "events per cell: ", "| p50  ! p99", &t, most, width - 1);
				end = strchrnul(text, '\n');
				assert_true(units_width(text) - units_width(end) < width);
				snprintf(last, sizeof(last), ascii ? "@ >=%llu " : "@ ≥%llu ", (unsigned long long)most);
				assert_non_null(strstr(text, last));
				assert_non_null(strstr(text, ascii ? ". >=1 " : ". ≥1 "));
				assert_int_equal(strlen(strstr(text, "| p50  ! p99")), 12);
			}
}

static void cut_short(void **state)
{
	char *lines[9];

	(void)state;
	add("", 100000, 1);
	fake_begin(s, &render_heatmap);
	assert_int_equal(split(fake_last(s), lines, 9), 5);
	assert_string_equal(lines[0], "across: hist (log scale); down: time, 1.00s a line");
	assert_int_equal(lines[3][8], '~');
	assert_string_equal(lines[4], "~ cut short: 310ms of 1.00s");
	assert_int_equal(split(fake_later(s), lines, 9), 1);
	assert_int_equal(lines[0][8], ' ');
	assert_string_equal(lines[0] + strlen(lines[0]) - 9, "  <=100us");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(marks, make, drop),
		cmocka_unit_test_setup_teardown(few, make, drop),
		cmocka_unit_test_setup_teardown(labels_stand_over_their_cells, make, drop),
		cmocka_unit_test_setup_teardown(shades, make, drop),
		cmocka_unit_test_setup_teardown(scale_only_grows, make, drop),
		cmocka_unit_test_setup_teardown(colors, make, drop),
		cmocka_unit_test_setup_teardown(cut_short, make, drop),
		cmocka_unit_test(names),
		cmocka_unit_test(fixed_range),
		cmocka_unit_test(legends),
		cmocka_unit_test(fits_every_terminal),
	};

	setlocale(LC_CTYPE, "");
	return RUN(tests);
}
