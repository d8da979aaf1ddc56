// SPDX-License-Identifier: GPL-2.0-or-later
#include "classic.h"

#include <math.h>

/* Powers of two, of which the first and the last bucket have their upper edges; in ticks for times */
static const struct {
	int first, last, unit;
} octaves[] = {[METRIC_PLAIN] = {0, 20, 0},
			   [METRIC_SECONDS] = {HIST_TICK_LOG2 - 20, HIST_TICK_LOG2 + 5, -HIST_TICK_LOG2},
			   [METRIC_BYTES] = {9, 26, 0}};

/* Chosen edges are the lowest value above, which is a whole number. */
static void by_edges(struct classic *to, const struct metric_family *f, const struct hist *h)
{
	uint64_t count = 0;

	to->n = f->nedges + 1;
	for (unsigned i = 0; i <= f->nedges; i++) {
		count += h->slots[i];
		to->edges[i] = i < f->nedges ? (double)f->edges[i] - 1 : INFINITY;
		to->counts[i] = count;
	}
}

void classic_make(struct classic *to, const struct metric_family *f, const struct hist *h)
{
	uint64_t count = 0;
	unsigned slot = 0;

	if (f->nedges) {
		by_edges(to, f, h);
		return;
	}
	to->n = 0;
	for (int octave = octaves[f->unit].first; octave <= octaves[f->unit].last; octave++) {
		for (; slot < HIST_SLOTS && hist_octave(slot) <= octave; slot++)
			count += h->slots[slot];
		to->edges[to->n] = ldexp(1, octave + octaves[f->unit].unit);
		to->counts[to->n++] = count;
	}
	for (; slot < HIST_SLOTS; slot++)
		count += h->slots[slot];
	to->edges[to->n] = INFINITY;
	to->counts[to->n++] = count;
}
