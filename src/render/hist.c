// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Histograms for people: a row for each octave, from the first that counted to the last, as perf-tools
 * prints them; percentiles below. Where the buckets were chosen (schema->edges), each has its row.
 *
 *        over ..    up to    : I/O      |Distribution                          |
 *      61.0µs ..    122µs    : 12       |#                                     |
 *         ...                : 0        |                                      |
 *      977µs  ..   1.95ms    : 400      |######################################|
 *
 *        from ..    below    : I/O      |Distribution                          |
 *           0 ..     8192    : 12       |#                                     |
 *       65536 ..             : 400      |######################################|
 *
 * What has no value (schema->apart) is in no row; a line below says how many there are. The bar is shorter in a
 * terminal of less than 80 columns.
 */
#include "base/units.h"
#include "session/tool.h"
#include "bar.h"
#include "heading.h"
#include "renderers.h"
#include "terminal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define BAR 38
#define BAR_LEAST 4
#define BESIDE_BAR 41			   /* columns of a row: all that is not the bar, and one that stays free */
#define OCTAVES (HIST_OCTAVES + 3) /* zero, up to 1, the octaves, overflow */

/* What this report has for its lines; the terminal's width may change between reports */
static struct {
	int width, bar;
	int squeeze; /* spaces that a narrow row goes without on each side of its range */
} page;

static void measure(void)
{
	page.width = terminal_width() - 1;
	page.bar = page.width + 1 - BESIDE_BAR;
	page.squeeze = page.bar < BAR_LEAST ? 3 : 0;
	page.bar += 2 * page.squeeze;
	page.bar = page.bar > BAR ? BAR : page.bar;
}

/* Adds the slots up to rows; row 0 counts zeros. *first and *last are the rows that are not empty. The largest count */
static uint64_t fold(const struct hist *h, uint64_t rows[OCTAVES], int *first, int *last)
{
	uint64_t most = 0;

	*first = OCTAVES;
	*last = -1;
	for (unsigned i = 0; i < HIST_SLOTS; i++) {
		int row = hist_octave(i) + 1;

		rows[row] += h->slots[i];
		if (!h->slots[i])
			continue;
		*first = row < *first ? row : *first;
		*last = row;
		most = rows[row] > most ? rows[row] : most;
	}
	return most;
}

static int edge_text(char *to, size_t size, double value, const struct session *s)
{
	enum hist_unit unit = s->schema->unit;

	if (unit == HIST_NS && s->render.scale == SCALE_US)
		return snprintf(to, size, value < 99.95e3 ? "%.2f" : "%.0f", value / 1e3);
	if (unit == HIST_NS && s->render.scale == SCALE_MS)
		return snprintf(to, size, value < 99.95e6 ? "%.3f" : "%.0f", value / 1e6);
	return hist_text(to, size, value, unit);
}

/* printf() would count the bytes of "µ", not its columns. */
static void print_right(const char *text, int width)
{
	printf("%*s%s", width > units_width(text) ? width - units_width(text) : 0, "", text);
}

static void print_range(const char *low, const char *high)
{
	print_right(low, 11 - page.squeeze);
	fputs(*low == '.' ? "    " : " .. ", stdout);
	print_right(high, 8);
	printf("%*s", 4 - page.squeeze, "");
}

static void print_octave(const struct session *s, int row)
{
	double scale = s->schema->unit == HIST_NS ? 1e9 / (1ULL << HIST_TICK_LOG2) : 1;
	char low[24] = "0", high[24] = "0";

	if (row > 1)
		edge_text(low, sizeof(low), (double)(1ULL << (row - 2)) * scale, s);
	if (row > 0)
		edge_text(high, sizeof(high), (double)(1ULL << (row - 1)) * scale, s);
	if (row == OCTAVES - 1)
		snprintf(high, sizeof(high), "...");
	print_range(low, high);
}

static void print_count(uint64_t count, uint64_t most)
{
	printf(": %-9" PRIu64, count);
	bar_print(count, most, page.bar);
}

static int empty_rows(const uint64_t *rows, int row)
{
	int n = 0;

	while (row + n < OCTAVES && !rows[row + n])
		n++;
	return n;
}

static void print_octaves(const struct session *s, const struct hist *h)
{
	uint64_t rows[OCTAVES] = {0}, most;
	int first, last;

	most = fold(h, rows, &first, &last);
	for (int row = first; row <= last; row++) {
		int empty = empty_rows(rows, row);

		if (empty > 1) { /* the last row is never empty */
			print_range("...", "");
			row += empty - 1;
		} else {
			print_octave(s, row);
		}
		print_count(rows[row], most);
	}
}

/* A chosen edge is exact: 977Ki is not the 1000000 that somebody wrote. The column has room for eight digits. */
static int chosen_text(char *to, size_t size, uint64_t edge, const struct session *s)
{
	if (s->schema->unit == HIST_COUNT && edge < 100000000)
		return units_whole(to, size, edge, false);
	return edge_text(to, size, (double)edge, s);
}

static void print_edges(const struct session *s, const struct hist *h)
{
	const struct schema *sc = s->schema;
	uint64_t most = 0;

	for (unsigned i = 0; i <= sc->nedges; i++)
		most = h->slots[i] > most ? h->slots[i] : most;
	for (unsigned i = 0; i <= sc->nedges; i++) {
		char low[24] = "0", high[24] = "";

		if (i)
			chosen_text(low, sizeof(low), sc->edges[i - 1], s);
		if (i < sc->nedges)
			chosen_text(high, sizeof(high), sc->edges[i], s);
		print_range(low, high);
		print_count(h->slots[i], most);
	}
}

/* One of the values below the rows. Those that would not fit go into another line. */
static void print_value(const struct session *s, int *column, const char *name, double value, bool at_most)
{
	char number[32], text[80];

	hist_text(number, sizeof(number), value, s->schema->unit);
	snprintf(text, sizeof(text), "  %s %s%s", name, at_most ? units_at_most() : "", number);
	if (*column && *column + units_width(text) > page.width) {
		putchar('\n');
		*column = 0;
	}
	*column += units_width(text);
	fputs(text, stdout);
}

/* A high percentile of few values would be their maximum in disguise. */
static void print_percentiles(const struct session *s, const struct hist *h, uint64_t count, bool exact)
{
	static const struct {
		const char *name;
		double share;
		uint64_t needs;
	} list[] = {{"p50", .5, 1}, {"p90", .9, 1}, {"p99", .99, 100}, {"p99.9", .999, 1000}};
	int column = 0;

	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++)
		if (count >= list[i].needs)
			print_value(s, &column, list[i].name, (double)hist_percentile(h, s->schema->unit, list[i].share), false);
	print_value(s, &column, "max", (double)h->max, !exact);
	putchar('\n');
}

static void print_statistics(const struct session *s, const struct hist *h, uint64_t count)
{
	int column = printf("  count %" PRIu64, count);

	print_value(s, &column, "total", (double)h->sum, false);
	print_value(s, &column, "avg", (double)h->sum / (double)count, false);
	putchar('\n');
}

/* Chosen buckets begin with their edge, logarithmic ones end with it. */
static void print_heading(const struct session *s)
{
	const struct schema *sc = s->schema;
	static const char *const over[] = {"over", "over (us)", "over (ms)"}, *const from[] = {"from", "bytes from"};
	const char *low = sc->unit == HIST_NS ? over[s->render.scale] : sc->unit == HIST_BYTES ? "bytes over" : over[0];

	if (sc->nedges)
		low = from[sc->unit == HIST_BYTES];
	print_range(low, sc->nedges ? "below" : "up to");
	printf(": %-9.9s|%-*.*s|\n", session_unit(s), page.bar, page.bar, "Distribution");
}

/* before: the totals when the interval began, or NULL */
static void print_values(const struct session *s, const void *row, const struct hist *h, const void *before)
{
	uint64_t count = hist_count(h);

	print_heading(s);
	if (s->schema->nedges) {
		print_edges(s, h);
	} else {
		print_octaves(s, h);
		print_percentiles(s, h, count, field_max_exact(schema_hist_field(s->schema), row, before));
	}
	if (s->render.statistics)
		print_statistics(s, h, count);
}

static void print_hist(const struct session *s, const void *row, const void *before)
{
	struct hist values;
	uint64_t apart = schema_values(s->schema, row, &values);

	heading_keys(s, row);
	if (hist_count(&values))
		print_values(s, row, &values, before);
	if (apart)
		printf("  %s: %" PRIu64 "\n", s->schema->apart, apart);
	putchar('\n');
}

static int begin(struct session *s)
{
	units_ascii(!terminal_look(s->set).utf8);
	return 0;
}

static void interval(struct session *s, const struct interval *iv)
{
	const void **rows = tally_sorted(iv->rows, s->schema->compare);
	size_t n = tally_count(iv->rows);

	measure();
	heading_time(s, iv);
	if (!n) {
		print_heading(s);
		heading_nothing(s);
		putchar('\n');
	}
	for (size_t i = render_first(&s->render, n); rows && i < n; i++)
		print_hist(s, rows[i], render_before(iv, rows[i]));
	free(rows);
}

const struct renderer render_hist = {.name = "hist", .begin = begin, .interval = interval};
