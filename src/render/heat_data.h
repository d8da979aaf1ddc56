/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * heat_data.h - the histograms of all intervals of a run, kept for a picture that is drawn at its end. Pure.
 *
 * Memory is bounded: where there would be more than HEAT_COLUMNS columns, each two neighbours become one, and of more
 * than HEAT_SERIES keys the one that counted least is dropped.
 */
#pragma once

#include "base/schema.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HEAT_COLUMNS 3600
#define HEAT_SERIES 256

/* What a slot of one column counted; never 0 */
struct heat_cell {
	uint32_t column, slot;
	uint64_t count;
};

struct heat_series {
	void *row;				 /* one of its rows: for its key */
	struct heat_cell *cells; /* in order of column and slot */
	size_t n, room;
	struct hist all;
};

struct heat_column {
	uint64_t end_ns, elapsed_ns; /* of CLOCK_MONOTONIC */
};

struct heat_data {
	const struct schema *schema;
	struct heat_series series[HEAT_SERIES];
	size_t nseries;
	struct heat_column columns[HEAT_COLUMNS];
	size_t ncolumns;
	uint64_t intervals, each; /* how many intervals are in a column */
	uint64_t counted, apart;  /* of all keys, drawn or not */
	bool dropped;			  /* more keys than HEAT_SERIES */
};

struct heat_data *heat_data_new(const struct schema *schema); /* NULL without memory */
void heat_data_free(struct heat_data *d);
/* The rows of an interval are added between its beginning and the next one. */
void heat_data_interval(struct heat_data *d, uint64_t end_ns, uint64_t elapsed_ns);
int heat_data_row(struct heat_data *d, const void *row); /* 0 or -ENOMEM */
/* The keys that counted most first */
void heat_data_sort(struct heat_data *d);
