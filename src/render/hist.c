// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Histograms for people: a row for each octave, from the first that counted to the last, as perf-tools
 * prints them; percentiles below. Where the buckets were chosen (schema->edges), each has its row.
 *
 *        over ..    up to    : I/O      |Distribution                          |
 *      61.0µs ..    122µs    : 12       |#                                     |
 *
 *        from ..    below    : I/O      |Distribution                          |
 *           0 ..    8.00K    : 12       |#                                     |
 *       64.0K ..             : 400      |######################################|
 */
#include "base/units.h"
#include "session/tool.h"
#include "heading.h"
#include "renderers.h"
#include "terminal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define BAR 38
#define OCTAVES (HIST_OCTAVES + 3) /* zero, up to 1, the octaves, overflow */

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
	print_right(low, 11);
	fputs(" .. ", stdout);
	print_right(high, 8);
	fputs("    ", stdout);
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

/* The length is linear, but a count has at least one mark: an outlier is what people look for. */
static void print_bar(uint64_t count, uint64_t most)
{
	int n = count ? (int)((double)count / (double)most * BAR) : 0;

	if (count && !n)
		n = 1;
	printf(": %-9" PRIu64 "|", count);
	for (int i = 0; i < BAR; i++)
		putchar(i < n ? '#' : ' ');
	fputs("|\n", stdout);
}

static void print_octaves(const struct session *s, const struct hist *h)
{
	uint64_t rows[OCTAVES] = {0}, most;
	int first, last;

	most = fold(h, rows, &first, &last);
	for (int row = first; row <= last; row++) {
		print_octave(s, row);
		print_bar(rows[row], most);
	}
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
			edge_text(low, sizeof(low), (double)sc->edges[i - 1], s);
		if (i < sc->nedges)
			edge_text(high, sizeof(high), (double)sc->edges[i], s);
		print_range(low, high);
		print_bar(h->slots[i], most);
	}
}

static void print_value(const struct session *s, const char *name, double value)
{
	char text[32];

	hist_text(text, sizeof(text), value, s->schema->unit);
	printf("  %s %s", name, text);
}

/* A high percentile of few values would be their maximum in disguise. */
static void print_percentiles(const struct session *s, const struct hist *h, uint64_t count)
{
	enum hist_unit unit = s->schema->unit;

	print_value(s, "p50", hist_percentile(h, unit, .5));
	print_value(s, "p90", hist_percentile(h, unit, .9));
	if (count >= 100)
		print_value(s, "p99", hist_percentile(h, unit, .99));
	if (count >= 1000)
		print_value(s, "p99.9", hist_percentile(h, unit, .999));
	print_value(s, "max", (double)h->max);
	putchar('\n');
}

static void print_statistics(const struct session *s, const struct hist *h, uint64_t count)
{
	printf("  count %" PRIu64, count);
	print_value(s, "total", (double)h->sum);
	print_value(s, "avg", (double)h->sum / (double)count);
	putchar('\n');
}

/* Chosen buckets begin with their edge, logarithmic ones end with it. */
static void print_heading(const struct session *s)
{
	const struct schema *sc = s->schema;
	static const char *const over[] = {"over", "over (us)", "over (ms)"};
	int scale = sc->unit == HIST_NS ? (int)s->render.scale : 0;

	printf("%11s .. %8s    : %-9s|%-*s|\n", sc->nedges ? "from" : over[scale], sc->nedges ? "below" : "up to",
		   s->tool->unit, BAR, "Distribution");
}

static void print_hist(const struct session *s, const void *row)
{
	const struct hist *h = schema_hist(s->schema, row);
	uint64_t count = hist_count(h);

	heading_keys(s, row);
	print_heading(s);
	if (s->schema->nedges) {
		print_edges(s, h);
	} else {
		print_octaves(s, h);
		print_percentiles(s, h, count);
	}
	if (s->render.statistics)
		print_statistics(s, h, count);
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
		print_heading(s);
		putchar('\n');
	}
	for (size_t i = render_first(&s->render, n); rows && i < n; i++)
		print_hist(s, rows[i]);
	free(rows);
}

const struct renderer render_hist = {.name = "hist", .begin = begin, .interval = interval};
