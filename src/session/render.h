/* SPDX-License-Identifier: GPL-2.0-or-later */
/* render.h - a renderer is a table that turns rows into output. It knows the schema, and nothing of tools or sources.
 */
#pragma once

#include "base/tally.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct session;

/* What a tool's options ask of the renderer: s->render, which the tool's prepare() fills in */
struct render_options {
	enum hist_scale { SCALE_AUTO, SCALE_US, SCALE_MS } scale; /* of histogram rows */
	bool statistics;										  /* total, count and average below each histogram */
	bool no_heading;										  /* of events: perf-tools' -H asks for it */
	uint64_t top;											  /* rows or histograms of text; 0: all */
	const char *top_of; /* top rows of each value of this field, whose rows stand together; NULL: of all rows */
};

struct interval {
	uint64_t end_ns;	 /* CLOCK_MONOTONIC */
	uint64_t elapsed_ns; /* real length */
	const struct tally *rows;
	const struct tally *before; /* totals when it began; NULL: the run began with it */
	bool cut_short;				/* the run ended before the interval did */
};

/* The row's totals when the interval began; NULL: there were none */
static inline const void *render_before(const struct interval *iv, const void *row)
{
	return iv->before ? tally_find(iv->before, row) : NULL;
}

struct renderer {
	const char *name;
	int (*begin)(struct session *s);				   /* NULL: nothing */
	void (*event)(struct session *s, const void *row); /* NULL: not for events */
	void (*interval)(struct session *s, const struct interval *iv);
	void (*flush)(struct session *s); /* called ten times a second. NULL: nothing */
	void (*end)(struct session *s);	  /* frees its state. NULL: nothing */
	/* The output is a socket, and a question can be read from it; totals are up to date. A renderer with this gets no
	 * intervals but the last. 0, or -errno after a message. NULL: nobody asks */
	int (*asked)(struct session *s);
};

/* Index of the first row to show of n rows in ascending order: the top ones come last, as in perf-tools */
static inline size_t render_first(const struct render_options *o, size_t n)
{
	return o->top && o->top < n ? n - o->top : 0;
}
