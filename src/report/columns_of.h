/* SPDX-License-Identifier: GPL-2.0-or-later */
/* columns_of.h - what a table shows of a group, by names that --sort and --fail-above know. Pure. */
#pragma once

#include "groups.h"
#include "table.h"

struct group_column {
	const char *name, *title;
	double (*value)(const struct group *g);
	bool of_hist; /* only where there are histograms */
	double q;	  /* of a percentile; else 0 */
};

/* The first is the count; the last has no name. */
extern const struct group_column group_columns[];
const struct group_column *group_column_find(const char *name);
/* Have these groups the column? Chosen buckets are too coarse for percentiles. */
bool group_column_shown(const struct group_column *c, const struct groups *g);
size_t group_columns_shown(const struct groups *g); /* but the first */
/* The value with its unit */
void group_column_text(char *to, size_t size, const struct group_column *c, const struct groups *g, double value);

void group_key_heading(struct table *t, const struct groups *g);
void group_key_cells(struct table *t, const struct groups *g, const struct group *one);
