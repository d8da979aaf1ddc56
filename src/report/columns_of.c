// SPDX-License-Identifier: GPL-2.0-or-later
#include "columns_of.h"

#include <ctype.h>
#include <string.h>

static enum hist_unit unit; /* of the groups that were shown last */

static double count(const struct group *g)
{
	return (double)group_count(g);
}

static double total(const struct group *g)
{
	return (double)group_sum(g);
}

static double average(const struct group *g)
{
	return group_count(g) ? (double)group_sum(g) / (double)group_count(g) : 0;
}

static double median(const struct group *g)
{
	return g->hist ? (double)hist_percentile(g->hist, unit, .5) : 0;
}

static double p99(const struct group *g)
{
	return g->hist ? (double)hist_percentile(g->hist, unit, .99) : 0;
}

static double max(const struct group *g)
{
	return (double)group_max(g);
}

const struct group_column group_columns[] = {
	{"count", "COUNT", count, false, 0}, {"total", "TOTAL", total, false, 0}, {"avg", "AVG", average, false, 0},
	{"p50", "P50", median, true, .5},	 {"p99", "P99", p99, true, .99},	  {"max", "MAX", max, false, 0},
	{NULL, NULL, NULL, false, 0},
};

const struct group_column *group_column_find(const char *name)
{
	for (const struct group_column *c = group_columns; c->name; c++)
		if (!strcmp(c->name, name))
			return c;
	return NULL;
}

bool group_column_shown(const struct group_column *c, const struct groups *g)
{
	bool hists = schema_has_hist(g->schema) || !g->schema->key_size;

	unit = g->unit;
	return g->timed && (!c->of_hist || (hists && !g->schema->nedges));
}

size_t group_columns_shown(const struct groups *g)
{
	size_t n = 0;

	for (const struct group_column *c = group_columns + 1; c->name; c++)
		n += group_column_shown(c, g);
	return n;
}

void group_column_text(char *to, size_t size, const struct group_column *c, const struct groups *g, double value)
{
	if (c == group_columns)
		snprintf(to, size, "%.0f", value);
	else
		hist_text(to, size, value, g->unit);
}

void group_key_heading(struct table *t, const struct groups *g)
{
	for (size_t i = 0; i < g->nkeys; i++) {
		char title[64];

		snprintf(title, sizeof(title), "%s", g->names[i]);
		for (char *c = title; *c; c++)
			*c = (char)toupper((unsigned char)*c);
		table_cell(t, true, "%s", title);
	}
}

void group_key_cells(struct table *t, const struct groups *g, const struct group *one)
{
	const char *at = one->key;

	for (size_t i = 0; i < g->nkeys; i++) {
		size_t n = strcspn(at, "\t");

		table_cell(t, true, "%.*s", (int)n, at);
		at += n + (at[n] == '\t');
	}
}
