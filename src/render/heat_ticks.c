// SPDX-License-Identifier: GPL-2.0-or-later
#include "heat_ticks.h"

#include "base/units.h"

#include <inttypes.h>
#include <math.h>

#define LABEL 26	 /* pixels that labels beside the map are apart, at least */
#define TIMES 8		 /* ticks below the map, at most */
#define DAY 86400000 /* in milliseconds */

/* ---- values ---- */

/* How far below the top of the map the value is, in rows */
static double row_of(const struct heat_scale *s, double value)
{
	double ticks = s->d->schema->unit == HIST_NS ? value * (1ULL << HIST_TICK_LOG2) / 1e9 : value;

	return s->last + 1 - (HIST_PER_OCTAVE * log2(ticks) + 2);
}

struct tick {
	double y; /* pixels */
	char text[24];
};

static bool place(const struct heat_scale *s, struct tick *t, double row, double value, double below)
{
	t->y = row / heat_rows(s) * s->height;
	hist_text(t->text, sizeof(t->text), value, s->d->schema->unit);
	return row >= 0 && row <= heat_rows(s) && t->y <= below - LABEL * .6;
}

static unsigned chosen_ticks(const struct heat_scale *s, struct tick *ticks, unsigned most)
{
	unsigned n = 0;
	double below = 1e9;

	for (unsigned i = s->first; i <= s->last && n < most && i < s->d->schema->nedges; i++)
		if (place(s, &ticks[n], s->last - i, (double)s->d->schema->edges[i], below))
			below = ticks[n++].y;
	return n;
}

/* Decades of times and counts, powers of two of bytes; steps between them where there is room */
static unsigned round_ticks(const struct heat_scale *s, struct tick *ticks, unsigned most)
{
	static const double within[] = {1, 2, 5};
	bool bytes = s->d->schema->unit == HIST_BYTES;
	double octave = (double)s->height / heat_rows(s) * HIST_PER_OCTAVE, below = 1e9;
	unsigned step = bytes ? 1 : octave >= LABEL ? 3 : 1, n = 0, jump = 1;

	while (bytes && octave * jump < LABEL)
		jump++;
	for (unsigned i = 0; i < 36 * step && n < most; i++) {
		double value = bytes ? exp2(i * jump) : pow(10, (int)(i / step)) * within[step > 1 ? i % step : 0];

		if (value < 1e18 && place(s, &ticks[n], row_of(s, value), value, below))
			below = ticks[n++].y;
	}
	return n;
}

static unsigned find_ticks(const struct heat_scale *s, struct tick *ticks, unsigned most)
{
	return s->d->schema->nedges ? chosen_ticks(s, ticks, most) : round_ticks(s, ticks, most);
}

void heat_ticks_across(FILE *to, const struct heat_scale *s)
{
	struct tick ticks[64];
	unsigned n = find_ticks(s, ticks, 64);

	for (unsigned i = 0; i < n; i++)
		fprintf(to, "<line class=\"grid\" x2=\"100%%\" y1=\"%.1f\" y2=\"%.1f\"/>\n", ticks[i].y, ticks[i].y);
}

void heat_ticks_beside(FILE *to, const struct heat_scale *s, unsigned top)
{
	struct tick ticks[64];
	unsigned n = find_ticks(s, ticks, 64);

	for (unsigned i = 0; i < n; i++)
		fprintf(to, "<text class=\"say\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n", HEAT_LEFT - 6,
				top + ticks[i].y + 4, ticks[i].text);
}

/* ---- times ---- */

uint64_t heat_time_ms(const struct heat_column *c)
{
	unsigned hours, minutes, seconds;
	char text[32];

	units_clock(text, sizeof(text), c->end_ns);
	if (sscanf(text, "%u:%u:%u", &hours, &minutes, &seconds) != 3)
		return c->end_ns / 1000000; /* a recording that does not tell the time of day */
	return (hours * 3600ULL + minutes * 60ULL + seconds) * 1000 + units_wall(c->end_ns) / 1000000 % 1000;
}

/* The step of round times that gives at most TIMES of them */
static uint64_t time_step(uint64_t total_ms)
{
	static const uint32_t steps[] = {10,	 20,	 50,	 100,	  200,	   500,		1000,
									 2000,	 5000,	 10000,	 15000,	  30000,   60000,	120000,
									 300000, 600000, 900000, 1800000, 3600000, 7200000, 21600000};
	unsigned i = 0;

	while (i + 1 < sizeof(steps) / sizeof(steps[0]) && total_ms / steps[i] >= TIMES)
		i++;
	return steps[i];
}

static void time_tick(FILE *to, double share, uint64_t ms, uint64_t step)
{
	fprintf(to,
			"<line class=\"tick\" x1=\"%.3f%%\" x2=\"%.3f%%\" y2=\"5\"/><text class=\"say\" x=\"%.3f%%\" y=\"17\" "
			"text-anchor=\"middle\">",
			share, share, share);
	ms %= DAY;
	fprintf(to, "%02" PRIu64 ":%02" PRIu64 ":%02" PRIu64, ms / 3600000, ms / 60000 % 60, ms / 1000 % 60);
	if (step < 1000)
		fprintf(to, ".%03" PRIu64, ms % 1000);
	fputs("</text>\n", to);
}

/* A tick is at the end of the column in which the time passes a multiple of the step. */
void heat_ticks_below(FILE *to, const struct heat_scale *s, unsigned top)
{
	const struct heat_column *c = s->d->columns;
	size_t n = s->d->ncolumns;
	uint64_t start = heat_time_ms(c) + DAY - c->elapsed_ns / 1000000;
	uint64_t total = (c[n - 1].end_ns - c->end_ns + c->elapsed_ns) / 1000000, step = time_step(total), before = start;

	fprintf(to, "<svg class=\"times\" x=\"%d\" y=\"%u\" width=\"%d\" height=\"%d\">\n", HEAT_LEFT, top,
			heat_map_width(s->d), HEAT_BELOW);
	for (size_t i = 0; i < n; i++) {
		uint64_t end = start + (c[i].end_ns - c->end_ns + c->elapsed_ns) / 1000000;

		if (end / step != before / step)
			time_tick(to, 100. * (double)(i + 1) / (double)n, n > 1 ? end / step * step : end, step);
		before = end;
	}
	fputs("</svg>\n", to);
}
