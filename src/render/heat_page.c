// SPDX-License-Identifier: GPL-2.0-or-later
#include "heat_page.h"

#include "base/escape.h"
#include "base/units.h"
#include "session/tool.h"
#include "heading.h"
#include "heat_panel.h"
#include "heat_shades.h"
#include "heat_ticks.h"
#include "heat_js.h"
#include "live_js.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#define TOP 84
#define FOOT 18 /* a line below */
#define SWATCH 7

struct page {
	FILE *to;
	const struct session *s;
	const struct heat_data *d;
	const char *cut_short;
	struct heat_scale scale;
	size_t panels;
};

/* ---- scales ---- */

static void widen(struct heat_scale *c, const struct heat_series *s)
{
	for (unsigned i = 0; i < HIST_SLOTS; i++) {
		if (!s->all.slots[i])
			continue;
		c->first = i < c->first ? i : c->first;
		c->last = i > c->last ? i : c->last;
	}
	for (size_t i = 0; i < s->n; i++)
		c->most = s->cells[i].count > c->most ? s->cells[i].count : c->most;
}

/* Room above and below, so that one value alone is not a page of one colour */
static void choose_scale(struct page *p)
{
	struct heat_scale *c = &p->scale;
	unsigned room = p->d->schema->nedges ? 0 : HIST_PER_OCTAVE / 2;
	unsigned end = p->d->schema->nedges ? p->d->schema->nedges : HIST_SLOTS - 1;

	*c = (struct heat_scale){.d = p->d, .unit = session_unit(p->s), .first = HIST_SLOTS, .most = 1};
	for (size_t i = 0; i < p->panels; i++)
		widen(c, &p->d->series[i]);
	c->first = c->first > room ? c->first - room : 0;
	c->last = c->last + room < end ? c->last + room : end;
	c->height = p->panels == 1 ? 420 : p->panels == 2 ? 280 : 180;
	heat_shades(c->colors);
}

/* ---- what is above ---- */

static const char style[] =
	"<style>\n"
	"svg{font:12px monospace}\n"
	"#heat{--ground:#fff;--text:#111;--soft:#555}\n"
	"@media(prefers-color-scheme:dark){#heat{--ground:#1c1c1c;--text:#ddd;--soft:#aaa}}\n"
	"#ground{fill:var(--ground)}.say{fill:var(--text)}.soft{fill:var(--soft)}\n"
	"#title{font-size:16px;font-weight:bold}.name{font-weight:bold}\n"
	".plot{fill:#fff;stroke:#888;stroke-width:.5;vector-effect:non-scaling-stroke}.grid{stroke:#ddd}.tick{stroke:var(--"
	"text)}.times{overflow:visible}\n"
	"image{image-rendering:pixelated}.hidden{display:none}\n"
	".line{fill:none;stroke-width:1.3;vector-effect:non-scaling-stroke}.line.halo{stroke:#fff;stroke-width:3.4;stroke-"
	"opacity:.6}\n"
	".dense .line{stroke-width:.6}.dense .halo{display:none}\n"
	".p50{stroke:#000}.p99{stroke:#c2006b}.bars{fill:#4a6fa5}.hit{fill:transparent}\n"
	".pick{fill:#c2006b;fill-opacity:.2;stroke:#c2006b;pointer-events:none}\n"
	".cell{fill:none;stroke:#c2006b;stroke-width:1.5;pointer-events:none}\n"
	".map{cursor:crosshair}.button{cursor:pointer;text-decoration:underline}#reset{visibility:hidden}\n"
	"</style>\n";

static void time_of(const struct page *p, char *to, size_t size, bool first)
{
	const struct heat_column *c = &p->d->columns[first ? 0 : p->d->ncolumns - 1];

	units_clock(to, size, first ? c->end_ns - c->elapsed_ns : c->end_ns);
}

static void say_times(const struct page *p)
{
	uint64_t whole = p->s->set->interval_ns ? p->s->set->interval_ns * p->d->each : p->d->columns->elapsed_ns;
	char from[32], until[32], each[32];

	if (!p->d->ncolumns) {
		fputs("not yet", p->to);
		return;
	}
	time_of(p, from, sizeof(from), true);
	time_of(p, until, sizeof(until), false);
	fprintf(p->to, "%s to %s", from, until);
	if (p->d->ncolumns < 2)
		return;
	units_ns(each, sizeof(each), (double)whole);
	fprintf(p->to, ", %s a column", each);
	if (p->d->each > 1)
		fprintf(p->to, " (%" PRIu64 " intervals are summed)", p->d->each);
}

static void title(const struct page *p)
{
	const char *what = schema_hist_field(p->d->schema)->name;

	heat_text(p->to, p->s->tool->name);
	fputs(": ", p->to);
	heat_text(p->to, what);
	fputs(" of ", p->to);
	heat_text(p->to, session_unit(p->s));
}

static void say(const struct page *p, const char *id, int y)
{
	fprintf(p->to, "<text id=\"%s\" class=\"say\" x=\"%d\" y=\"%d\">", id, HEAT_LEFT, y);
}

static void head(const struct page *p, unsigned height)
{
	fprintf(p->to,
			"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg id=\"heat\" xmlns=\"http://www.w3.org/2000/svg\" "
			"width=\"%d\" height=\"%u\" role=\"img\">\n<title>",
			HEAT_WIDTH, height);
	title(p);
	fputs("</title>\n<desc>", p->to);
	say_times(p);
	fprintf(p->to, "</desc>\n%s<rect id=\"ground\" width=\"100%%\" height=\"100%%\"/>\n", style);
	say(p, "title", 22);
	title(p);
	fputs("</text>\n", p->to);
	say(p, "range", 40);
	say_times(p);
	fputs("</text>\n", p->to);
	say(p, "hover", 58);
	fprintf(p->to,
			" </text>\n<text class=\"say\" x=\"100%%\" dx=\"-%d\" y=\"58\" text-anchor=\"end\">"
			"<tspan id=\"reset\" class=\"button\">all of it (Escape)</tspan></text>\n",
			HEAT_MARGIN);
}

/* Below its colour, unless it would touch the count before it, which is at `last`. Where the last count now is */
static double legend_count(const struct page *p, uint64_t count, double last)
{
	double all = p->scale.most > 1 ? log((double)p->scale.most) : 1;
	double x = log((double)count) / all * (HEAT_SHADES - 1) * SWATCH;
	char n[32];

	if (x - last < 44)
		return last;
	units_number(n, sizeof(n), (double)count);
	fprintf(p->to, "<text class=\"say\" x=\"%.0f\" y=\"23\" text-anchor=\"middle\">%s</text>\n", x + SWATCH / 2., n);
	return x;
}

/* Colours from one to the most, with the counts that some of them mean */
static void legend(const struct page *p)
{
	const struct heat_scale *c = &p->scale;
	double last = -1e9;

	fprintf(p->to, "<svg id=\"legend\" x=\"100%%\" y=\"10\" overflow=\"visible\"><g transform=\"translate(-%d)\">\n",
			HEAT_SHADES * SWATCH + HEAT_MARGIN + 16);
	for (int i = 0; i < HEAT_SHADES; i++)
		fprintf(p->to, "<rect x=\"%d\" width=\"%d\" height=\"10\" fill=\"#%06x\"/>\n", i * SWATCH, SWATCH,
				c->colors[i + 1]);
	for (uint64_t count = 1; count <= c->most / 2 || count == 1; count *= 10)
		last = legend_count(p, count, last);
	legend_count(p, c->most, last);
	fputs("<text class=\"say soft\" x=\"-8\" y=\"9\" text-anchor=\"end\">", p->to);
	heat_text(p->to, session_unit(p->s));
	fputs(" in a cell</text>\n", p->to);
	if (!p->d->schema->nedges)
		fputs("<text class=\"say soft\" x=\"-8\" y=\"23\" text-anchor=\"end\">lines: p50, and p99 above</text>\n",
			  p->to);
	fputs("</g></svg>\n", p->to);
}

/* ---- what is below ---- */

static void foot_line(const struct page *p, unsigned *y)
{
	fprintf(p->to, "<text class=\"say foot\" x=\"%d\" y=\"%u\">", HEAT_LEFT, *y);
	*y += FOOT;
}

static void left_out(const struct page *p, unsigned *y)
{
	uint64_t drawn = 0;
	char others[32], all[32];

	for (size_t i = 0; i < p->panels; i++)
		drawn += hist_count(&p->d->series[i].all);
	if (drawn == p->d->counted)
		return;
	units_grouped(others, sizeof(others), p->d->counted - drawn);
	units_grouped(all, sizeof(all), p->d->counted);
	foot_line(p, y);
	fprintf(p->to, "Not drawn: %s%zu keys that counted less, with %s of %s ", p->d->dropped ? "more than " : "",
			p->d->nseries - p->panels, others, all);
	heat_text(p->to, session_unit(p->s));
	fputs("</text>\n", p->to);
}

static void lost(const struct page *p, unsigned *y)
{
	const struct lost *l = &p->s->lost;
	const struct {
		uint64_t n;
		const char *what;
	} all[] = {{l->ring, "events (a buffer was full)"},
			   {l->map_full, "that found a map full"},
			   {l->missed, "of which the kernel skipped the probe"}};
	const char *separator = "Lost: ";
	char n[32];

	foot_line(p, y);
	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		if (!all[i].n)
			continue;
		units_grouped(n, sizeof(n), all[i].n);
		fprintf(p->to, "%s%s %s", separator, n, all[i].what);
		separator = ", ";
	}
	if (*separator == 'L')
		fprintf(p->to, "Lost: nothing%s", l->untold ? " that is told" : "");
	if (l->untold) {
		fputs(" (", p->to);
		heat_text(p->to, l->untold);
		fputs(")", p->to);
	}
	fputs("</text>\n", p->to);
}

static void foot(const struct page *p, unsigned y)
{
	left_out(p, &y);
	if (p->d->apart) {
		foot_line(p, &y);
		heat_text(p->to, p->d->schema->apart);
		fprintf(p->to, ": %" PRIu64 "</text>\n", p->d->apart);
	}
	if (*p->cut_short) {
		foot_line(p, &y);
		fprintf(p->to, "The last %s was cut short: %s</text>\n", p->d->each > 1 ? "interval" : "column", p->cut_short);
	}
	lost(p, &y);
}

/* ---- for the script ---- */

static void times(const struct page *p)
{
	const struct heat_column *c = p->d->columns;
	uint64_t before = 0;

	fprintf(p->to, "<metadata id=\"times\" data-each=\"%" PRIu64 "\">%" PRIu64 " ", p->d->each,
			heat_time_ms(c) + 86400000 - c->elapsed_ns / 1000000); /* the script counts from midnight too */
	for (size_t i = 0; i < p->d->ncolumns; i++) {
		uint64_t end = (c[i].end_ns - c->end_ns + c->elapsed_ns) / 1000000;

		fprintf(p->to, i ? ",%" PRIu64 : "%" PRIu64, end - before);
		before = end;
	}
	fputs("</metadata>\n", p->to);
}

/* A line for each slot: its range, and what a percentile in it is */
static void slots(const struct page *p)
{
	enum hist_unit unit = p->d->schema->unit;
	char text[80];

	fprintf(p->to, "<metadata id=\"slots\" data-first=\"%u\" data-percentiles=\"%d\" data-unit=\"", p->scale.first,
			!p->d->schema->nedges);
	heat_text(p->to, session_unit(p->s));
	fputs("\">", p->to);
	for (unsigned slot = p->scale.first; slot <= p->scale.last; slot++) {
		struct hist one = {.max = UINT64_MAX};

		heat_slot_text(text, sizeof(text), &p->scale, slot);
		fprintf(p->to, "%s%s|", slot > p->scale.first ? "\n" : "", text);
		one.slots[slot] = 1;
		if (slot < HIST_OVERFLOW)
			hist_text(text, sizeof(text), (double)hist_percentile(&one, unit, .5), unit);
		fputs(text, p->to);
	}
	fputs("</metadata>\n", p->to);
}

/* The picture that follows this one is looked for so often. */
static void live(const struct page *p)
{
	if (!p->s->set->live_ns || p->s->ending)
		return;
	fprintf(p->to, "<metadata id=\"live\">%" PRIu64 "</metadata>\n<script><![CDATA[\n%s]]></script>\n",
			p->s->set->live_ns / 1000000, live_js);
}

/* ---- the whole ---- */

static void name_of(const struct session *s, const void *row, char *to, size_t size)
{
	size_t at = 0;
	char one[128];

	*to = '\0';
	for (size_t i = 0; i < s->schema->nfields && at + 2 < size; i++) {
		const struct field *f = &s->schema->fields[i];

		if (!(f->flags & FIELD_KEY) || !field_shown(s, f))
			continue;
		field_escaped(one, sizeof(one), f, row);
		at += (size_t)snprintf(to + at, size - at, "%s%s %s", at ? ", " : "", f->name, one);
	}
}

static int panels(const struct page *p)
{
	unsigned top = TOP;
	char name[200];
	int err = 0;

	for (size_t i = 0; i < p->panels && !err; i++) {
		name_of(p->s, p->d->series[i].row, name, sizeof(name));
		err = heat_panel(p->to, &p->scale, &p->d->series[i], name, top);
		top += HEAT_HEADING + p->scale.height + HEAT_BELOW + 8;
	}
	return err;
}

int heat_page(FILE *to, const struct session *s, const struct heat_data *d, const char *cut_short)
{
	struct page p = {.to = to, .s = s, .d = d, .cut_short = cut_short};
	unsigned bottom;
	int err;

	p.panels = d->nseries < HEAT_PANELS ? d->nseries : HEAT_PANELS;
	while (p.panels && !hist_count(&d->series[p.panels - 1].all)) /* of these all is apart */
		p.panels--;
	choose_scale(&p);
	bottom = TOP + (unsigned)p.panels * (HEAT_HEADING + p.scale.height + HEAT_BELOW + 8) + 16;
	head(&p, bottom + 4 * FOOT);
	if (!p.panels)
		fprintf(to, "<text class=\"say\" x=\"%d\" y=\"%d\">(nothing was counted%s)</text>\n", HEAT_LEFT, TOP - 8,
				s->ending ? "" : " yet");
	else
		legend(&p);
	err = panels(&p);
	foot(&p, bottom);
	if (p.panels) {
		times(&p);
		slots(&p);
		fprintf(to, "<script><![CDATA[\n%s]]></script>\n", heat_js);
	}
	live(&p);
	fputs("</svg>\n", to);
	return err;
}
