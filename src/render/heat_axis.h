/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * heat_axis.h - which cell of a heat map's line a bucket belongs to, and the names above the cells. Fast is left, on a
 * logarithmic axis. Pure.
 *
 * A cell is one bucket or several whole ones. The window over the buckets only widens, by whole octaves and with one
 * more on each side, or --range fixes it: then the first and the last cell also have what is beyond.
 */
#pragma once

#include "base/hist.h"

struct heat_axis {
	enum hist_unit unit;
	int room;		   /* columns for cells */
	int low, high;	   /* positions of buckets: low <= position < high; equal: nothing was counted yet */
	int slots;		   /* buckets in a cell */
	bool fixed;		   /* by heat_axis_fix() */
	uint64_t from, to; /* of heat_axis_fix() */
};

void heat_axis_fix(struct heat_axis *a, uint64_t from, uint64_t to);
/* Makes the cells as narrow as the room allows. Call it when the room has changed. */
void heat_axis_zoom(struct heat_axis *a);
/* Widens the window over what was counted. True if it changed */
bool heat_axis_widen(struct heat_axis *a, const struct hist *h);
int heat_axis_cells(const struct heat_axis *a);
int heat_axis_cell(const struct heat_axis *a, unsigned slot);
/* Writes a->room columns and a NUL. The name of a value begins in the cell that counts it. */
void heat_axis_text(const struct heat_axis *a, char *text);
