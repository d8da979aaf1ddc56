/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * metrics_series.h - rows of totals, or events, added up by the values of their labels. Which series there are is
 * decided by who comes first: their number is limited, and a series that has once been told of stays.
 */
#pragma once

#include "metrics/answer.h"
#include "session/session.h"

struct series {
	uint64_t events;	/* of events: how many */
	void *row;			/* a row of the schema: only its numbers count */
	const char *values; /* of the labels, one after another, each with its NUL */
	const struct series *next;
};

struct series_set;

/* At most `max` series, and one more for all others, whose labels are all "other". NULL without memory */
struct series_set *series_new(const struct schema *schema, bool of_events, unsigned max);
void series_free(struct series_set *set);
/* Makes the numbers of all series 0, before all totals are added again. */
void series_restart(struct series_set *set);
/* Makes the one series of a family without labels. It is told as 0 before anything has happened: a server that first
 * meets a counter at 1 does not know that it was 0. */
void series_begin(struct series_set *set);
/* Adds a row to the series with these values. Without memory its counts go to dropped alone. */
void series_add(struct series_set *set, const void *row, const char *values, size_t n);
/* The first of them, in the order in which they came; NULL: none */
const struct series *series_first(const struct series_set *set);
/* Rows that went to "other" */
uint64_t series_dropped(const struct series_set *set);
