/* SPDX-License-Identifier: GPL-2.0-or-later */
/* heat_scale.h - what all panels of a heat map share: slots, colours, and where things are. Pure. */
#pragma once

#include "heat_data.h"
#include "heat_shades.h"

#include <stdio.h>

/* What all panels share */
struct heat_scale {
	const struct heat_data *d;
	const char *unit;	  /* what is counted: "I/O" */
	unsigned first, last; /* slots that are drawn */
	uint64_t most;		  /* in a cell */
	unsigned height;	  /* of a map, in pixels */
	uint32_t colors[HEAT_SHADES + 1];
};

/* Where things are, in pixels. Widths are those of a page of HEAT_WIDTH; a script or a style sheet changes them. */
#define HEAT_WIDTH 1200
#define HEAT_LEFT 70
#define HEAT_MARGIN 16
#define HEAT_HEADING 20 /* above each map */
#define HEAT_BELOW 22	/* below: the time */
#define HEAT_FINE 900	/* a map that is no wider than this is drawn with each of its columns */

/* Edges of the slots that are drawn, from the uppermost down */
unsigned heat_rows(const struct heat_scale *s);
/* Text from outside, for XML */
void heat_text(FILE *to, const char *text);
/* "60.1us .. 65.5us" */
void heat_slot_text(char *to, size_t size, const struct heat_scale *s, unsigned slot);
/* The lower and the upper edge of a slot: infinite for the last */
double heat_lower(const struct heat_scale *s, unsigned slot);
double heat_upper(const struct heat_scale *s, unsigned slot);

/* Of a page of HEAT_WIDTH. A run of one column has its histogram in the middle. */
int heat_map_width(const struct heat_data *d);
int heat_hist_left(const struct heat_data *d);
