// SPDX-License-Identifier: GPL-2.0-or-later
#include "heat_panel.h"

#include "base/units.h"
#include "heat_ticks.h"
#include "png.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct panel {
	FILE *to;
	const struct heat_scale *s;
	const struct heat_series *of;
	unsigned top, columns, rows; /* top: of the map */
};

/* ---- the map ---- */

/* Neighbours in one pixel show the largest of them: the colours keep their meaning, and no outlier is lost. */
static int image(const struct panel *p, const char *class, unsigned neighbours)
{
	unsigned width = (p->columns + neighbours - 1) / neighbours;
	unsigned char *pixels = calloc(width, p->rows);
	struct png png = {width, p->rows, pixels, p->s->colors, HEAT_SHADES + 1};
	int err;

	for (size_t i = 0; pixels && i < p->of->n; i++) {
		const struct heat_cell *c = &p->of->cells[i];
		unsigned char *pixel = &pixels[(size_t)(p->s->last - c->slot) * width + c->column / neighbours];
		unsigned char shade = heat_shade(c->count, p->s->most);

		*pixel = shade > *pixel ? shade : *pixel;
	}
	if (!pixels)
		return -ENOMEM;
	fprintf(p->to, "<image class=\"%s\" width=\"%u\" height=\"%u\" preserveAspectRatio=\"none\" href=\"", class,
			width * neighbours, p->rows);
	err = png_write(p->to, &png);
	fputs("\"/>\n", p->to);
	free(pixels);
	return err;
}

static int images(const struct panel *p)
{
	unsigned neighbours = (p->columns + HEAT_FINE - 1) / HEAT_FINE;
	int err = neighbours > 1 ? image(p, "coarse", neighbours) : 0;

	return err ? err : image(p, neighbours > 1 ? "fine hidden" : "fine", 1);
}

/* The slot of a percentile in the column whose cells begin at *cell, which goes on to the next column. -1: too few */
static int next_slot(const struct heat_series *s, size_t *cell, uint32_t column, double share, uint64_t least)
{
	uint64_t n = 0, seen = 0, rank;
	size_t from = *cell;
	int slot = -1;

	for (; *cell < s->n && s->cells[*cell].column == column; ++*cell)
		n += s->cells[*cell].count;
	rank = (uint64_t)ceil(share * (double)n);
	for (size_t i = from; i < *cell && n >= least && slot < 0; i++) {
		seen += s->cells[i].count;
		slot = seen >= rank ? (int)s->cells[i].slot : -1;
	}
	return slot;
}

/* A line of steps, through the middle of the slots */
static void line(const struct panel *p, double share, uint64_t least)
{
	size_t cell = 0;
	unsigned run = 0;
	int before = -1;

	for (uint32_t column = 0; column < p->columns; column++) {
		int slot = next_slot(p->of, &cell, column, share, least);

		if (run && slot != before) {
			fprintf(p->to, "h%u", run);
			run = 0;
		}
		if (slot >= 0 && before < 0)
			fprintf(p->to, "M%u %u.5", column, p->s->last - (unsigned)slot);
		else if (slot >= 0 && slot != before)
			fprintf(p->to, "v%d", before - slot);
		run += slot >= 0;
		before = slot;
	}
	if (run)
		fprintf(p->to, "h%u", run);
}

/* Chosen buckets are too coarse for percentiles. Of few values p99 would be the maximum. */
static void lines(const struct panel *p)
{
	static const struct {
		const char *name;
		double share;
		uint64_t least;
	} all[] = {{"p50", .5, 1}, {"p99", .99, 100}};

	for (size_t i = 0; i < 2 && !p->s->d->schema->nedges; i++) {
		fprintf(p->to, "<path class=\"line halo\" d=\"");
		line(p, all[i].share, all[i].least);
		fprintf(p->to, "\"/>\n<path class=\"line %s\" d=\"", all[i].name);
		line(p, all[i].share, all[i].least);
		fprintf(p->to, "\"><title>%s of each column</title></path>\n", all[i].name);
	}
}

static int map(const struct panel *p)
{
	int err;

	fprintf(p->to,
			"<svg class=\"map\" x=\"%d\" y=\"%u\" width=\"%d\" height=\"%u\">\n"
			"<rect class=\"plot\" width=\"100%%\" height=\"100%%\"/>\n",
			HEAT_LEFT, p->top, heat_map_width(p->s->d), p->s->height);
	heat_ticks_across(p->to, p->s);
	fprintf(
		p->to,
		"<svg class=\"view%s\" width=\"100%%\" height=\"100%%\" preserveAspectRatio=\"none\" viewBox=\"0 0 %u %u\">\n",
		p->columns > HEAT_FINE ? " dense" : "", p->columns, p->rows);
	err = images(p);
	lines(p);
	fputs("</svg>\n<rect class=\"pick\" height=\"100%\" width=\"0\"/><rect class=\"cell\" width=\"0\" "
		  "height=\"0\"/>\n</svg>\n",
		  p->to);
	return err;
}

/* ---- the histogram ---- */

/* What hovering over a row tells where no script runs */
static void row_titles(const struct panel *p)
{
	uint64_t n = hist_count(&p->of->all), seen = 0;
	char range[80];

	for (unsigned slot = p->s->first; slot <= p->s->last; slot++) {
		uint64_t count = p->of->all.slots[slot];

		seen += count;
		if (!count)
			continue;
		heat_slot_text(range, sizeof(range), p->s, slot);
		fprintf(p->to,
				"<rect class=\"hit\" y=\"%u\" width=\"1000\" height=\"1\"><title>%s: %" PRIu64 " of %" PRIu64
				", %.1f %% up to here</title></rect>\n",
				p->s->last - slot, range, count, n, 100. * (double)seen / (double)n);
	}
}

static void histogram(const struct panel *p)
{
	uint64_t most = 1;

	for (unsigned slot = p->s->first; slot <= p->s->last; slot++)
		most = p->of->all.slots[slot] > most ? p->of->all.slots[slot] : most;
	fprintf(
		p->to,
		"<svg class=\"hist\" x=\"%d\" y=\"%u\" width=\"%d\" height=\"%u\" preserveAspectRatio=\"none\" "
		"viewBox=\"0 0 1000 %u\">\n<rect class=\"plot\" width=\"100%%\" height=\"100%%\"/>\n<path class=\"bars\" d=\"",
		heat_hist_left(p->s->d), p->top, HEAT_WIDTH - HEAT_MARGIN - heat_hist_left(p->s->d), p->s->height, p->rows);
	for (unsigned slot = p->s->last + 1; slot-- > p->s->first;) {
		uint64_t count = p->of->all.slots[slot];
		double width = count ? fmax(1000. * (double)count / (double)most, 6) : 0;

		if (count)
			fprintf(p->to, "M0 %u.1h%.0fv.8h-%.0fz", p->s->last - slot, width, width);
	}
	fputs("\"/>\n", p->to);
	row_titles(p);
	fputs("</svg>\n", p->to);
}

/* ---- numbers ---- */

static void told_value(const struct panel *p, const char *name, double value)
{
	char text[40];

	hist_text(text, sizeof(text), value, p->s->d->schema->unit);
	fprintf(p->to, ", %s %s", name, text);
}

static void heading(const struct panel *p, const char *name)
{
	const struct hist *h = &p->of->all;
	uint64_t n = hist_count(h);
	enum hist_unit unit = p->s->d->schema->unit;
	char count[32];

	fprintf(p->to, "<text class=\"say name\" x=\"%d\" y=\"%u\">", HEAT_LEFT, p->top - 6);
	heat_text(p->to, name);
	units_grouped(count, sizeof(count), n);
	fprintf(p->to, "</text>\n<text class=\"say told\" x=\"100%%\" dx=\"-%d\" y=\"%u\" text-anchor=\"end\">%s ",
			HEAT_MARGIN, p->top - 6, count);
	heat_text(p->to, p->s->unit);
	if (n && !p->s->d->schema->nedges) {
		told_value(p, "p50", (double)hist_percentile(h, unit, .5));
		told_value(p, "p90", (double)hist_percentile(h, unit, .9));
		if (n >= 100)
			told_value(p, "p99", (double)hist_percentile(h, unit, .99));
		told_value(p, "max", (double)h->max);
	}
	fputs("</text>\n", p->to);
}

/* "slot:n,n,,n;slot:n|..." for the script: columns end with |, an empty count is 0 */
static void counts(const struct panel *p)
{
	const struct heat_cell *c = p->of->cells, *end = c + p->of->n;

	fputs("<metadata class=\"counts\">", p->to);
	for (uint32_t column = 0; column < p->columns; column++) {
		unsigned next = UINT32_MAX;

		if (column)
			fputc('|', p->to);
		for (; c < end && c->column == column; c++) {
			if (next == UINT32_MAX || c->slot - next > 2)
				fprintf(p->to, "%s%u:", next == UINT32_MAX ? "" : ";", c->slot);
			else
				fprintf(p->to, "%.*s", (int)(c->slot - next) + 1, ",,,");
			fprintf(p->to, "%" PRIu64, c->count);
			next = c->slot + 1;
		}
	}
	fputs("</metadata>\n", p->to);
}

int heat_panel(FILE *to, const struct heat_scale *s, const struct heat_series *series, const char *name, unsigned top)
{
	struct panel p = {to, s, series, top + HEAT_HEADING, (unsigned)s->d->ncolumns, heat_rows(s)};
	int err;

	fputs("<g class=\"panel\">\n", to);
	heading(&p, name);
	err = map(&p);
	heat_ticks_beside(to, s, p.top);
	heat_ticks_below(to, s, p.top + s->height);
	histogram(&p);
	counts(&p);
	fputs("</g>\n", to);
	return err;
}
