// SPDX-License-Identifier: GPL-2.0-or-later
#include "heat_scale.h"

#include "base/escape.h"

#include <math.h>
#include <string.h>

#define TEXT 200 /* bytes of a name */
#define HIST_WIDTH 220
#define GAP 20

unsigned heat_rows(const struct heat_scale *s)
{
	return s->last - s->first + 1;
}

void heat_text(FILE *to, const char *text)
{
	char escaped[ESCAPED_SIZE(TEXT)];

	escape_xml(escaped, sizeof(escaped), text, strnlen(text, TEXT));
	fputs(escaped, to);
}

double heat_lower(const struct heat_scale *s, unsigned slot)
{
	const struct schema *sc = s->d->schema;

	if (!sc->nedges)
		return hist_lower(slot, sc->unit);
	return slot ? (double)sc->edges[slot - 1] : 0;
}

double heat_upper(const struct heat_scale *s, unsigned slot)
{
	const struct schema *sc = s->d->schema;

	if (!sc->nedges)
		return hist_upper(slot, sc->unit);
	return slot < sc->nedges ? (double)sc->edges[slot] : INFINITY;
}

void heat_slot_text(char *to, size_t size, const struct heat_scale *s, unsigned slot)
{
	enum hist_unit unit = s->d->schema->unit;
	double low = heat_lower(s, slot), high = heat_upper(s, slot);
	int n = low == high ? 0 : hist_text(to, size, low, unit);

	if (n)
		n += snprintf(to + n, size - (size_t)n, " .. ");
	if (isinf(high))
		snprintf(to + n, size - (size_t)n, "more");
	else
		hist_text(to + n, size - (size_t)n, high, unit);
}

int heat_hist_left(const struct heat_data *d)
{
	return d->ncolumns > 1 ? HEAT_WIDTH - HEAT_MARGIN - HIST_WIDTH : HEAT_LEFT + 40 + GAP;
}

int heat_map_width(const struct heat_data *d)
{
	return heat_hist_left(d) - GAP - HEAT_LEFT;
}
