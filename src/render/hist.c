// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Histograms for people: a row for each octave, from the first that counted to the last, as perf-tools
 * prints them; percentiles below.
 *
 *        over ..    up to    : I/O      |Distribution                          |
 *      61.0µs ..    122µs    : 12       |#                                     |
 */
#include "session/tool.h"
#include "base/units.h"
#include "heading.h"
#include "hist_rows.h"
#include "session/render.h"
#include "terminal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define BAR 38
#define OCTAVES (HIST_OCTAVES + 3) /* zero, up to 1, the octaves, overflow */

struct render_options render_options = {.unit = "events", .axis = "value"};

/* Rows as counts, index 0 for zero; first and last that are not empty. The largest count */
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

int hist_edge_text(char *to, size_t size, double value, enum hist_unit unit)
{
	if (unit == HIST_NS && render_options.scale == SCALE_US)
		return snprintf(to, size, value < 99.95e3 ? "%.2f" : "%.0f", value / 1e3);
	if (unit == HIST_NS && render_options.scale == SCALE_MS)
		return snprintf(to, size, value < 99.95e6 ? "%.3f" : "%.0f", value / 1e6);
	if (unit == HIST_NS)
		return units_ns(to, size, value);
	return unit == HIST_BYTES ? units_bytes(to, size, value) : units_count(to, size, value);
}

/* Right-aligned by columns: printf() would count the bytes of "µ" */
static void print_right(const char *text, int width)
{
	printf("%*s%s", width > units_width(text) ? width - units_width(text) : 0, "", text);
}

void hist_print_range(const char *low, const char *high)
{
	print_right(low, 11);
	fputs(" .. ", stdout);
	print_right(high, 8);
	fputs("    ", stdout);
}

static void print_range(int row, enum hist_unit unit)
{
	double scale = unit == HIST_NS ? 1e9 / (1ULL << HIST_TICK_LOG2) : 1;
	char low[24] = "0", high[24] = "0";

	if (row > 1)
		hist_edge_text(low, sizeof(low), (double)(1ULL << (row - 2)) * scale, unit);
	if (row > 0)
		hist_edge_text(high, sizeof(high), (double)(1ULL << (row - 1)) * scale, unit);
	if (row == OCTAVES - 1)
		snprintf(high, sizeof(high), "...");
	hist_print_range(low, high);
}

/* Linear, but never nothing for a count: the outlier is what one looks for. */
void hist_print_bar(uint64_t count, uint64_t most)
{
	int n = count ? (int)((double)count / (double)most * BAR) : 0;

	if (count && !n)
		n = 1;
	printf(": %-9" PRIu64 "|", count);
	for (int i = 0; i < BAR; i++)
		putchar(i < n ? '#' : ' ');
	fputs("|\n", stdout);
}

static void print_rows(const struct hist *h, enum hist_unit unit)
{
	uint64_t rows[OCTAVES] = {0}, most;
	int first, last;

	most = fold(h, rows, &first, &last);
	for (int row = first; row <= last; row++) {
		print_range(row, unit);
		hist_print_bar(rows[row], most);
	}
}

static void print_value(const char *name, double value, enum hist_unit unit)
{
	char text[32];

	if (unit == HIST_NS)
		units_ns(text, sizeof(text), value);
	else
		hist_edge_text(text, sizeof(text), value, unit);
	printf("  %s %s", name, text);
}

/* A high percentile of few values would be their maximum in disguise. */
static void print_percentiles(const struct hist *h, enum hist_unit unit, uint64_t count)
{
	print_value("p50", hist_percentile(h, unit, .5), unit);
	print_value("p90", hist_percentile(h, unit, .9), unit);
	if (count >= 100)
		print_value("p99", hist_percentile(h, unit, .99), unit);
	if (count >= 1000)
		print_value("p99.9", hist_percentile(h, unit, .999), unit);
	print_value("max", (double)h->max, unit);
	putchar('\n');
}

static void print_statistics(const struct hist *h, enum hist_unit unit, uint64_t count)
{
	printf("  count %" PRIu64, count);
	print_value("total", (double)h->sum, unit);
	print_value("avg", (double)h->sum / (double)count, unit);
	putchar('\n');
}

/* Chosen buckets begin with their edge, logarithmic ones end with it. */
static void print_heading(const struct schema *sc)
{
	static const char *const over[] = {"over", "over (us)", "over (ms)"};
	int scale = sc->unit == HIST_NS ? (int)render_options.scale : 0;

	printf("%11s .. %8s    : %-9s|%-*s|\n", sc->nedges ? "from" : over[scale], sc->nedges ? "below" : "up to",
		   render_options.unit, BAR, "Distribution");
}

static void print_hist(const struct session *s, const void *row)
{
	const struct hist *h = schema_hist(s->schema, row);
	uint64_t count = hist_count(h);

	heading_keys(s, row);
	print_heading(s->schema);
	if (s->schema->nedges) {
		hist_print_edges(s->schema, h);
	} else {
		print_rows(h, s->schema->unit);
		print_percentiles(h, s->schema->unit, count);
	}
	if (render_options.statistics)
		print_statistics(h, s->schema->unit, count);
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

	heading_time(s, iv);
	if (!rows) {
		print_heading(s->schema);
		putchar('\n');
	}
	for (size_t i = render_first(n); rows && i < n; i++)
		print_hist(s, rows[i]);
	free(rows);
}

const struct renderer render_hist = {.name = "hist", .begin = begin, .interval = interval};
