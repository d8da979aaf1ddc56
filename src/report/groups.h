/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * groups.h - rows of a recording added up by some of their fields: how many, and how long or how large. Totals have
 * counted already; of events each counts one, and its latency_ns. Pure.
 */
#pragma once

#include "base/schema.h"
#include "filter.h"

#include <stdio.h>

#define GROUP_KEYS 8
#define GROUP_TEXT 512

struct group {
	char *key; /* the keys' texts, escaped, with a tab between them */
	uint64_t count;
	uint64_t sum, max; /* without a histogram: of the first counter of a time, else 0 */
	struct hist *hist; /* NULL: none */
};

struct groups {
	struct group *list;
	size_t n;
	const char *names[GROUP_KEYS]; /* of the keys */
	size_t nkeys;
	enum hist_unit unit;
	bool timed; /* sum and max mean something */
	/* for those who add */
	struct filter filter;
	size_t fields[GROUP_KEYS];
	const struct schema *schema;
	void *index;
};

/*
 * Chooses the keys: names with commas between them, or NULL for those of totals, and `comm` of events. `only`: a filter
 * (filter.h), or NULL. 0, or -EINVAL after a message that names the fields there are
 */
int groups_begin(struct groups *g, const struct schema *schema, const char *by, const char *only);
/* Adds a row of the schema, if the filter lets it pass; for load_each(). NULL: nothing. 0 or -ENOMEM */
int groups_row(void *groups, const void *row, uint64_t time_ns);
const struct group *groups_find(const struct groups *g, const char *key);
void groups_free(struct groups *g);

uint64_t group_count(const struct group *g);
uint64_t group_sum(const struct group *g);
uint64_t group_max(const struct group *g);
