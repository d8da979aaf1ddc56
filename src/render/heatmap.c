// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The terminal heat map: one finished line for each interval, never a cursor movement, so that it survives
 * pipes, logs and scrollback. Fast is left, slow is right, on a logarithmic axis; p50 is marked "|", p99 "!".
 *
 *   I/O per cell: . ≥1  - ≥3  + ≥10  # ≥30  @ ≥100   | p50  ! p99
 *   TIME     1us       10us       100us      1ms             I/O    p50    p99      max
 *   12:00:01      .:=*#|+-. .          !                     345  120us 1.10ms   3.90ms
 *   12:00:02~      .=+|-.                                     81  120us      -  ≤3.90ms
 *   ~ cut short: 310ms of 1.00s
 *
 * The scale of the shades only grows, so lines of one run can be compared by eye. A new axis and a new legend say
 * that something changes. On a terminal both come again before they would leave the screen.
 */
#include "base/units.h"
#include "session/tool.h"
#include "cut.h"
#include "heading.h"
#include "heat_axis.h"
#include "heat_legend.h"
#include "ramp.h"
#include "renderers.h"
#include "terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TIME_WIDTH 9
#define LABEL_WIDTH 10
#define NUMBERS_WIDTH 31 /* count, p50, p99, max */
#define AXIS_EVERY 20	 /* lines */
#define CELLS_MIN 8		 /* a narrower terminal wraps the lines */
#define CELLS_MAX 1000
#define LINE_BYTES (CELLS_MAX * 40 + 512)

struct heatmap {
	struct terminal terminal;
	struct heat_axis axis;
	uint64_t most; /* count of the last shade */
	int lines;	   /* since the axis was printed */
	bool labels;
	bool explained; /* a legend was printed */
	uint64_t apart; /* what has no value is in no cell */
	char text[LINE_BYTES];
};

static bool has_labels(const struct session *s)
{
	for (size_t i = 0; i < s->schema->nfields; i++)
		if (s->schema->fields[i].flags & FIELD_KEY && field_shown(s, &s->schema->fields[i]))
			return true;
	return false;
}

/* The width of the terminal may change at any time. True if it did */
static bool fit(struct heatmap *m)
{
	int room = terminal_width() - 1 - TIME_WIDTH - NUMBERS_WIDTH - (m->labels ? LABEL_WIDTH : 0);

	if (room < CELLS_MIN)
		room = CELLS_MIN;
	if (room > CELLS_MAX)
		room = CELLS_MAX;
	if (room == m->axis.room)
		return false;
	m->axis.room = room;
	heat_axis_zoom(&m->axis);
	return true;
}

static int begin(struct session *s)
{
	struct heatmap *m = s->render_state = calloc(1, sizeof(*m));

	if (!m)
		return -1;
	m->terminal = terminal_look(s->set);
	units_ascii(!m->terminal.utf8);
	m->labels = has_labels(s);
	m->axis.unit = s->schema->unit;
	fit(m);
	if (s->set->range.high)
		heat_axis_fix(&m->axis, s->set->range.low, s->set->range.high);
	m->lines = s->set->range.high ? AXIS_EVERY : 0;
	return 0;
}

/* ---- counts of the cells, and their scale ---- */

static uint64_t fold(const struct heatmap *m, const struct hist *h, uint64_t *counts)
{
	uint64_t most = 0;

	memset(counts, 0, sizeof(*counts) * CELLS_MAX);
	for (unsigned i = 0; i < HIST_SLOTS; i++) {
		int cell = heat_axis_cell(&m->axis, i);

		if (!h->slots[i])
			continue;
		counts[cell] += h->slots[i];
		if (counts[cell] > most)
			most = counts[cell];
	}
	return most;
}

/* The scale goes up in the steps 10, 30, 100, 300, ...: seldom, so that a shade means the same for long. */
static bool rescale(struct heatmap *m, uint64_t most)
{
	uint64_t scale = m->most ? m->most : 10;

	while (scale < most)
		scale = heat_step(scale);
	if (scale == m->most)
		return false;
	m->most = scale;
	return true;
}

/* ---- lines ---- */

/* What runs which way: said once */
static void print_directions(const struct session *s)
{
	char every[32];

	printf("across: %s%s (log scale)", schema_hist_field(s->schema)->name,
		   s->schema->unit == HIST_BYTES ? " in bytes" : "");
	units_ns(every, sizeof(every), (double)s->set->interval_ns);
	if (s->set->interval_ns)
		printf("; down: time, %s a line", every);
	putchar('\n');
}

static void print_legend(const struct session *s, bool changed)
{
	struct heatmap *m = s->render_state;
	char intro[64];

	if (!m->explained)
		print_directions(s);

	changed &= m->explained;
	snprintf(intro, sizeof(intro), "%s%s per cell: ", changed ? "new scale, " : "", session_unit(s));
	heat_legend(m->text, sizeof(m->text), intro, changed ? "" : "| p50  ! p99", &m->terminal, m->most,
				terminal_width() - 1);
	puts(m->text);
	m->explained = true;
}

static void print_axis(const struct session *s)
{
	struct heatmap *m = s->render_state;

	heat_axis_text(&m->axis, m->text);
	printf("%-*s%*s%s %7s %6s %6s %8s\n", TIME_WIDTH, "TIME", m->labels ? LABEL_WIDTH : 0, "", m->text, session_unit(s),
		   "p50", "p99", "max");
	m->lines = 0;
}

/* Legend and axis leave the screen of a low terminal sooner. */
static bool out_of_sight(const struct heatmap *m)
{
	int rows = m->terminal.is ? terminal_rows() - 3 : AXIS_EVERY;

	return m->lines >= (rows < AXIS_EVERY ? rows : AXIS_EVERY);
}

static void print_number(const char *text, int width)
{
	int pad = width - units_width(text);

	printf("%*s%s", pad > 1 ? pad : 1, "", text);
}

static void print_cells(struct heatmap *m, const struct hist *h, const uint64_t *counts, uint64_t n)
{
	int p50 = n ? heat_axis_cell(&m->axis, (unsigned)hist_percentile_slot(h, .5)) : -1;
	int p99 = n >= 100 ? heat_axis_cell(&m->axis, (unsigned)hist_percentile_slot(h, .99)) : -1;
	int cells = heat_axis_cells(&m->axis);
	size_t at = 0;

	for (int i = 0; i < m->axis.room; i++) {
		char mark = i == p50 ? '|' : i == p99 ? '!' : 0;

		at = ramp_cell(m->text, at, m->terminal.color, i < cells && counts[i] ? ramp_share(counts[i], m->most) : -1,
					   mark);
	}
	ramp_reset(m->text, at, m->terminal.color);
	fputs(m->text, stdout);
}

static void print_numbers(const struct hist *h, enum hist_unit unit, uint64_t n, bool max_exact)
{
	char text[40];
	size_t mark = 0;

	if (n < 10000000)
		snprintf(text, sizeof(text), "%llu", (unsigned long long)n);
	else
		units_number(text, sizeof(text), (double)n);
	print_number(text, 8);
	hist_text(text, sizeof(text), (double)hist_percentile(h, unit, .5), unit);
	print_number(n ? text : "-", 7);
	hist_text(text, sizeof(text), (double)hist_percentile(h, unit, .99), unit);
	print_number(n >= 100 ? text : "-", 7);
	if (!max_exact)
		mark = (size_t)snprintf(text, sizeof(text), "%s", units_at_most());
	hist_text(text + mark, sizeof(text) - mark, (double)h->max, unit);
	print_number(n ? text : "-", 9);
	putchar('\n');
}

/* All shown key fields in one narrow column */
static void print_label(const struct session *s, const void *row)
{
	char label[160] = "", one[64];

	for (size_t i = 0; row && i < s->schema->nfields; i++) {
		const struct field *f = &s->schema->fields[i];
		size_t at = strlen(label);

		if (!(f->flags & FIELD_KEY) || !field_shown(s, f))
			continue;
		field_escaped(one, sizeof(one), f, row);
		snprintf(label + at, sizeof(label) - at, "%s%s", at ? " " : "", one);
	}
	cut_text(label, strlen(label), LABEL_WIDTH - 1);
	printf("%s%*s", label, LABEL_WIDTH - units_width(label), "");
}

static void print_time(const struct interval *iv)
{
	char time[32];
	int n = units_clock(time, sizeof(time) - 2, iv->end_ns);

	snprintf(time + n, sizeof(time) - (size_t)n, "%s", iv->cut_short ? "~" : " ");
	printf("%-*s", TIME_WIDTH, time);
}

static void print_line(struct session *s, const struct interval *iv, const void *row, const struct hist *h)
{
	struct heatmap *m = s->render_state;
	uint64_t counts[CELLS_MAX], n = hist_count(h);
	bool moved = fit(m), changed, again = out_of_sight(m);

	moved |= heat_axis_widen(&m->axis, h);
	changed = rescale(m, fold(m, h, counts));
	if (changed || (again && m->terminal.is))
		print_legend(s, changed);
	if (moved || again)
		print_axis(s);
	print_time(iv);
	if (m->labels)
		print_label(s, row);
	print_cells(m, h, counts, n);
	print_numbers(h, s->schema->unit, n,
				  !row || field_max_exact(schema_hist_field(s->schema), row, render_before(iv, row)));
	m->lines++;
}

static void interval(struct session *s, const struct interval *iv)
{
	static const struct hist nothing;
	struct heatmap *m = s->render_state;
	struct hist values;
	const void **rows = tally_sorted(iv->rows, s->schema->compare);
	size_t n = tally_count(iv->rows);
	char share[80];

	heading_over_echo(s);
	for (size_t i = render_first(&s->render, n); rows && i < n; i++) {
		m->apart += schema_values(s->schema, rows[i], &values);
		print_line(s, iv, rows[i], &values);
	}
	if (!rows)
		print_line(s, iv, NULL, &nothing);
	free(rows);
	if (!iv->cut_short)
		return;
	heading_share(share, sizeof(share), s, iv);
	printf("~ cut short: %s\n", share);
}

static void end(struct session *s)
{
	const struct heatmap *m = s->render_state;

	if (m && m->apart)
		printf("%s: %llu\n", s->schema->apart, (unsigned long long)m->apart);
	free(s->render_state);
	s->render_state = NULL;
}

const struct renderer render_heatmap = {.name = "heatmap", .begin = begin, .interval = interval, .end = end};
