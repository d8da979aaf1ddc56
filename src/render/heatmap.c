// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The terminal heat map: one finished line for each interval, never a cursor movement, so that it survives
 * pipes, logs and scrollback. Fast is left, slow is right, on a logarithmic axis; p50 is marked "|", p99 "!".
 *
 *   TIME     latency 10us      100us     1ms              I/O    p50    p99    max
 *   12:00:01      .:=*#|+-. .          !               12345  120us 1.10ms 3.90ms
 *
 * The window over the octaves only widens, and the scale of the shades only grows. A new axis and a new legend say so,
 * and lines of one run can be compared by eye.
 */
#include "base/units.h"
#include "session/tool.h"
#include "heading.h"
#include "ramp.h"
#include "renderers.h"
#include "terminal.h"

#include <math.h>
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
	int room;		/* columns for cells */
	int low, high;	/* octaves shown; low > high: none yet */
	int per_octave; /* cells */
	uint64_t most;	/* count of the last shade */
	int lines;		/* since the axis was printed */
	bool labels;
	char text[LINE_BYTES];
};

static bool has_labels(const struct session *s)
{
	for (size_t i = 0; i < s->schema->nfields; i++)
		if (s->schema->fields[i].flags & FIELD_KEY && field_shown(s, &s->schema->fields[i]))
			return true;
	return false;
}

/* Makes the cells as wide as the octaves of the window allow. */
static void zoom(struct heatmap *m)
{
	for (m->per_octave = 8; m->per_octave > 1 && (m->high - m->low + 1) * m->per_octave > m->room;)
		m->per_octave /= 2;
}

/* The width of the terminal may change at any time. True if it did */
static bool fit(struct heatmap *m)
{
	int room = terminal_width() - 1 - TIME_WIDTH - NUMBERS_WIDTH - (m->labels ? LABEL_WIDTH : 0);

	if (room < CELLS_MIN)
		room = CELLS_MIN;
	if (room > CELLS_MAX)
		room = CELLS_MAX;
	if (room == m->room)
		return false;
	m->room = room;
	zoom(m);
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
	m->low = 1;
	fit(m);
	return 0;
}

/* ---- window and scale ---- */

/* Octave 0 holds zero too; the overflow slot is one octave above the last edge. */
static int octave_of(unsigned slot)
{
	int octave = hist_octave(slot);

	return octave < 0 ? 0 : octave;
}

static bool widen(struct heatmap *m, const struct hist *h)
{
	int low = m->low, high = m->high;

	for (unsigned i = 0; i < HIST_SLOTS; i++) {
		int octave = octave_of(i);

		if (!h->slots[i] || (octave >= low && octave <= high && low <= high))
			continue;
		if (low > high)
			low = high = octave;
		low = octave <= low ? octave - 1 : low;
		high = octave >= high ? octave + 1 : high;
	}
	low = low < 0 ? 0 : low;
	high = high > HIST_OCTAVES + 1 ? HIST_OCTAVES + 1 : high;
	if (low == m->low && high == m->high)
		return false;
	m->low = low;
	m->high = high;
	zoom(m);
	return true;
}

static int cells(const struct heatmap *m)
{
	int n = (m->high - m->low + 1) * m->per_octave;

	return n < m->room ? n : m->room;
}

/* An octave starts with its lowest slot, and buckets nest, so a slot belongs to one cell. */
static int cell_of(const struct heatmap *m, unsigned slot)
{
	int octave = octave_of(slot), part = slot >= 2 && slot < HIST_OVERFLOW ? (int)(slot - 2) % HIST_PER_OCTAVE : 0;
	int cell = (octave - m->low) * m->per_octave + part * m->per_octave / HIST_PER_OCTAVE;

	return cell < cells(m) ? cell : cells(m) - 1;
}

static uint64_t fold(const struct heatmap *m, const struct hist *h, uint64_t *counts)
{
	uint64_t most = 0;

	memset(counts, 0, sizeof(*counts) * CELLS_MAX);
	for (unsigned i = 0; i < HIST_SLOTS; i++) {
		if (!h->slots[i])
			continue;
		counts[cell_of(m, i)] += h->slots[i];
		if (counts[cell_of(m, i)] > most)
			most = counts[cell_of(m, i)];
	}
	return most;
}

/* The scale goes up in the steps 10, 30, 100, 300, ...: seldom, so that a shade means the same for long. */
static bool rescale(struct heatmap *m, uint64_t most)
{
	uint64_t scale = m->most ? m->most : 10;

	while (scale < most)
		scale = scale % 3 ? scale * 3 : scale / 3 * 10;
	if (scale == m->most)
		return false;
	m->most = scale;
	return true;
}

/* ---- lines ---- */

/* 1 3 10 ... 300 1k 3k */
static void shade_text(char *to, size_t size, uint64_t count)
{
	static const char *const units[] = {"", "k", "M", "G"};
	int i = 0;

	for (; count >= 1000 && i < 3; i++)
		count /= 1000;
	snprintf(to, size, "%llu%s", (unsigned long long)count, units[i]);
}

static void print_legend(const struct session *s)
{
	struct heatmap *m = s->render_state;
	size_t at = 0;
	char n[32];

	printf("%*s", TIME_WIDTH + (m->labels ? LABEL_WIDTH : 0), "");
	for (uint64_t count = 1; count <= m->most; count = count % 3 ? count * 3 : count / 3 * 10) {
		shade_text(n, sizeof(n), count);
		at = ramp_cell(m->text, at, m->terminal.color, ramp_share(count, m->most), 0);
		at = ramp_reset(m->text, at, m->terminal.color);
		at += (size_t)snprintf(m->text + at, sizeof(m->text) - at, "%s ", n);
	}
	printf("%s(%s a cell, from here on)\n", m->text, s->tool->unit);
}

static double cell_lower(const struct heatmap *m, int cell, double scale)
{
	return exp2(m->low - 1 + (double)cell / m->per_octave) * scale;
}

static void tick_text(char *to, size_t size, double value, enum hist_unit unit)
{
	static const char *const names[] = {"ns", "us", "ms", "s"};
	int i = 0;

	if (unit != HIST_NS) {
		units_count(to, size, value);
		return;
	}
	for (; value >= 999.5 && i < 3; i++)
		value /= 1e3;
	snprintf(to, size, "%.0f%s", value, names[i]);
}

/* The name of a decade starts in the cell that holds its value. (A second is the upper edge of its cell.) */
static void print_axis(const struct session *s)
{
	struct heatmap *m = s->render_state;
	enum hist_unit unit = s->schema->unit;
	double scale = unit == HIST_NS ? 1e9 / (1ULL << HIST_TICK_LOG2) : 1;
	char name[16], *text = m->text;
	int n = cells(m), free_from = 0;

	memset(text, ' ', (size_t)m->room);
	for (double value = 1; value < 1e12; value *= 10) {
		int cell = (int)ceil((log2(value / scale) - (m->low - 1)) * m->per_octave) - 1;

		tick_text(name, sizeof(name), value, unit);
		if (cell < free_from || cell + (int)strlen(name) > n || cell_lower(m, cell, scale) > value * 1.01)
			continue;
		memcpy(text + cell, name, strlen(name));
		free_from = cell + (int)strlen(name) + 1;
	}
	text[m->room] = '\0';
	printf("%-*s%*s%s %7s %7s %7s %6s\n", TIME_WIDTH, "TIME", m->labels ? LABEL_WIDTH : 0, "", text, s->tool->unit,
		   "p50", "p99", "max");
	m->lines = 0;
}

static void print_number(const char *text, int width)
{
	int pad = width - units_width(text);

	printf("%*s%s", pad > 1 ? pad : 1, "", text);
}

static void print_cells(struct heatmap *m, const struct hist *h, const uint64_t *counts, uint64_t n)
{
	int p50 = n ? cell_of(m, (unsigned)hist_percentile_slot(h, .5)) : -1;
	int p99 = n >= 100 ? cell_of(m, (unsigned)hist_percentile_slot(h, .99)) : -1;
	size_t at = 0;

	for (int i = 0; i < m->room; i++) {
		char mark = i == p50 ? '|' : i == p99 ? '!' : 0;

		at = ramp_cell(m->text, at, m->terminal.color, i < cells(m) && counts[i] ? ramp_share(counts[i], m->most) : -1,
					   mark);
	}
	ramp_reset(m->text, at, m->terminal.color);
	fputs(m->text, stdout);
}

static void print_numbers(const struct hist *h, enum hist_unit unit, uint64_t n)
{
	char text[32];

	if (n < 1000000)
		snprintf(text, sizeof(text), "%llu", (unsigned long long)n);
	else
		units_count(text, sizeof(text), (double)n);
	print_number(text, 8);
	hist_text(text, sizeof(text), hist_percentile(h, unit, .5), unit);
	print_number(n ? text : "-", 8);
	hist_text(text, sizeof(text), hist_percentile(h, unit, .99), unit);
	print_number(n >= 100 ? text : "-", 8);
	hist_text(text, sizeof(text), (double)h->max, unit);
	print_number(n ? text : "-", 7);
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
	printf("%-*.*s ", LABEL_WIDTH - 1, LABEL_WIDTH - 1, label);
}

static void print_line(struct session *s, const struct interval *iv, const void *row, const struct hist *h)
{
	struct heatmap *m = s->render_state;
	uint64_t counts[CELLS_MAX], n = hist_count(h);
	char time[32];
	bool moved = fit(m);

	moved |= widen(m, h);

	if (rescale(m, fold(m, h, counts)))
		print_legend(s);
	if (moved || m->lines >= AXIS_EVERY)
		print_axis(s);
	units_clock(time, sizeof(time), iv->end_ns);
	printf("%-*s", TIME_WIDTH, time);
	if (m->labels)
		print_label(s, row);
	print_cells(m, h, counts, n);
	print_numbers(h, s->schema->unit, n);
	m->lines++;
}

static void interval(struct session *s, const struct interval *iv)
{
	static const struct hist nothing;
	const void **rows = tally_sorted(iv->rows, s->schema->compare);
	size_t n = tally_count(iv->rows);

	for (size_t i = render_first(&s->render, n); rows && i < n; i++)
		print_line(s, iv, rows[i], schema_hist(s->schema, rows[i]));
	if (!rows)
		print_line(s, iv, NULL, &nothing);
	free(rows);
}

static void end(struct session *s)
{
	free(s->render_state);
	s->render_state = NULL;
}

const struct renderer render_heatmap = {.name = "heatmap", .begin = begin, .interval = interval, .end = end};
