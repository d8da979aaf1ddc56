// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * ktally diff: the same groups of two recordings beside each other, as rates where these differ in length. What chance
 * alone may have made is within noise: counts by the Poisson distribution, distributions of times by
 * Kolmogorov-Smirnov. A percentile that stays in its bucket (9 %) has not moved.
 */
#include "base/log.h"
#include "base/units.h"
#include "session/options.h"
#include "columns_of.h"
#include "groups.h"
#include "load.h"
#include "noise.h"
#include "report.h"
#include "table.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool help, full;
static const char *by, *only, *fail_above;
static uint64_t top;
const struct opt diff_options[] = {
	OPT_TEXT(0, "by", "FIELD,...", &by, "group by these fields; without it totals by their keys, events by comm"),
	OPT_TEXT(0, "filter", "FILTER", &only, "only rows as 'comm == fio && latency_ns > 1ms'"),
	OPT_FLAG(0, "full", &full, "also groups that differ by no more than noise"),
	OPT_NUMBER(0, "top", "N", &top, 1, UINT32_MAX, "only the N groups whose time or count changed most"),
	OPT_TEXT(0, "fail-above", "LIMIT", &fail_above, "'p99 > +20%': status 1 if a group grew by more, beyond noise"),
	OPT_FLAG('h', "help", &help, "this help"),
	OPT_END,
};

struct side {
	struct loaded l;
	struct groups g;
	double seconds;
};

static struct pair {
	const struct group *base, *new; /* NULL: not there */
	double change;					/* of time a second, or of the count */
} * pairs;
static size_t npairs;

static const struct group_column *limit_column;
static double limit_percent;

static void print_help(void)
{
	const struct opt *none[] = {NULL};

	printf("Usage: ktally diff [OPTIONS] BASE NEW     (FILE.dat of --record)\n\nOptions:\n");
	options_help(stdout, none, diff_options);
	printf("\n= is within noise; * p < 0.05, ** p < 0.01, *** p < 0.001. The manual: man ktally-diff\n");
}

/* ---- what differs ---- */

static double rate(const struct side *s, const struct group *g, double value)
{
	return g ? value / s->seconds : 0;
}

static double chance(const struct group_column *c, const struct pair *p, const struct side *base,
					 const struct side *new)
{
	if (!p->base || !p->new)
		return noise_counts(p->base ? group_count(p->base) : 0, base->seconds, p->new ? group_count(p->new) : 0,
							new->seconds);
	if (c == group_columns)
		return noise_counts(group_count(p->base), base->seconds, group_count(p->new), new->seconds);
	if (hist_percentile_slot(p->base->hist, c->q) == hist_percentile_slot(p->new->hist, c->q))
		return 1;
	return noise_hists(p->base->hist, p->new->hist);
}

static double value_of(const struct group_column *c, const struct side *s, const struct group *g)
{
	if (!g)
		return 0;
	return c == group_columns ? rate(s, g, c->value(g)) : c->value(g);
}

/* Columns that have a test: the count and percentiles */
static bool is_tested(const struct group_column *c, const struct groups *g)
{
	return c == group_columns || (c->of_hist && group_column_shown(c, g));
}

static bool is_noise(const struct pair *p, const struct side *base, const struct side *new)
{
	for (const struct group_column *c = group_columns; c->name; c++)
		if (is_tested(c, &base->g) && chance(c, p, base, new) < 0.05)
			return false;
	return true;
}

static void add_pair(const struct side *base, const struct side *new, const struct group *b, const struct group *n)
{
	bool timed = base->g.timed;
	double before = b ? rate(base, b, (double)(timed ? group_sum(b) : group_count(b))) : 0;
	double after = n ? rate(new, n, (double)(timed ? group_sum(n) : group_count(n))) : 0;

	pairs[npairs++] = (struct pair){b, n, fabs(after - before)};
}

static int compare(const void *a, const void *b)
{
	const struct pair *x = a, *y = b;

	if (x->change != y->change)
		return x->change > y->change ? -1 : 1;
	return strcmp((x->base ? x->base : x->new)->key, (y->base ? y->base : y->new)->key);
}

static int join(const struct side *base, const struct side *new)
{
	pairs = calloc(base->g.n + new->g.n + 1, sizeof(*pairs));
	if (!pairs)
		return fail(EXIT_FAILED, "out of memory");
	for (size_t i = 0; i < base->g.n; i++)
		add_pair(base, new, &base->g.list[i], groups_find(&new->g, base->g.list[i].key));
	for (size_t i = 0; i < new->g.n; i++)
		if (!groups_find(&base->g, new->g.list[i].key))
			add_pair(base, new, NULL, &new->g.list[i]);
	qsort(pairs, npairs, sizeof(*pairs), compare);
	return EXIT_DONE;
}

/* ---- printing ---- */

static void change_cell(struct table *t, double before, double after, double p)
{
	if (p >= 0.05)
		table_cell(t, false, "=");
	else if (before <= 0)
		table_cell(t, false, "new%s", noise_stars(p));
	else if (after <= 0)
		table_cell(t, false, "gone%s", noise_stars(p));
	else
		table_cell(t, false, "%+.0f%%%s", (after / before - 1) * 100, noise_stars(p));
}

static void value_cell(struct table *t, const struct group_column *c, const struct side *s, const struct group *g)
{
	char text[32];

	if (!g)
		table_cell(t, false, "-");
	else if (c == group_columns)
		table_cell(t, false, "%.1f", value_of(c, s, g));
	else {
		group_column_text(text, sizeof(text), c, &s->g, value_of(c, s, g));
		table_cell(t, false, "%s", text);
	}
}

static void print_pair(struct table *t, const struct pair *p, const struct side *base, const struct side *new)
{
	group_key_cells(t, &base->g, p->base ? p->base : p->new);
	for (const struct group_column *c = group_columns; c->name; c++) {
		if (!is_tested(c, &base->g))
			continue;
		value_cell(t, c, base, p->base);
		value_cell(t, c, new, p->new);
		change_cell(t, value_of(c, base, p->base), value_of(c, new, p->new), chance(c, p, base, new));
	}
}

static void print_heading(struct table *t, const struct groups *g)
{
	group_key_heading(t, g);
	for (const struct group_column *c = group_columns; c->name; c++) {
		if (!is_tested(c, g))
			continue;
		table_cell(t, false, "%s%s", c->title, c == group_columns ? "/s" : "");
		table_cell(t, false, "new");
		table_cell(t, false, "change");
	}
}

static int print_pairs(const struct side *base, const struct side *new)
{
	size_t columns = base->g.nkeys, shown = 0;
	struct table *t;

	for (const struct group_column *c = group_columns; c->name; c++)
		columns += is_tested(c, &base->g) ? 3 : 0;
	t = table_new(columns);
	if (!t)
		return fail(EXIT_FAILED, "out of memory");
	print_heading(t, &base->g);
	for (size_t i = 0; i < npairs && (!top || shown < top); i++) {
		if (!full && is_noise(&pairs[i], base, new))
			continue;
		print_pair(t, &pairs[i], base, new);
		shown++;
	}
	table_print(t, 2);
	printf("%zu of %zu groups differ by more than noise\n", shown, npairs);
	table_free(t);
	return EXIT_DONE;
}

/* ---- --fail-above ---- */

static int parse_limit(void)
{
	char name[16], sign;
	int end = 0;

	if (!fail_above)
		return 0;
	if (sscanf(fail_above, "%15[a-z0-9] > %c%lf%%%n", name, &sign, &limit_percent, &end) == 3 && sign == '+' && end &&
		!fail_above[end])
		limit_column = group_column_find(name);
	if (limit_column && (limit_column == group_columns || limit_column->of_hist))
		return 0;
	return fail(EXIT_USAGE, "--fail-above %s: must be like 'p99 > +20%%', of count, p50 or p99", fail_above);
}

static int check_limit(const struct side *base, const struct side *new)
{
	size_t above = 0;

	for (size_t i = 0; limit_column && i < npairs; i++) {
		const struct pair *p = &pairs[i];
		double before = value_of(limit_column, base, p->base), after = value_of(limit_column, new, p->new);

		if (p->new &&after > before *(1 + limit_percent / 100) && chance(limit_column, p, base, new) < 0.05)
			above++;
	}
	return above ? fail(EXIT_FAILED, "%zu groups are above %s", above, fail_above) : EXIT_DONE;
}

/* ---- all of it ---- */

static int load_side(struct side *s, const char *path)
{
	int status = load_open(&s->l, path);

	if (status)
		return status;
	if (groups_begin(&s->g, columns_schema(s->l.columns), by, only))
		return EXIT_USAGE;
	if (load_each(&s->l, groups_row, &s->g))
		return EXIT_FAILED;
	s->seconds = load_seconds(&s->l);
	return EXIT_DONE;
}

static bool comparable(const struct side *a, const struct side *b)
{
	bool same = a->g.nkeys == b->g.nkeys && a->g.unit == b->g.unit && !strcmp(a->l.tool, b->l.tool) &&
				schema_has_hist(a->g.schema) == schema_has_hist(b->g.schema) &&
				a->g.schema->nedges == b->g.schema->nedges;

	for (size_t i = 0; same && i < a->g.nkeys; i++)
		same = !strcmp(a->g.names[i], b->g.names[i]);
	return same;
}

static int diff(struct side *base, struct side *new)
{
	int status;

	if (!comparable(base, new))
		return fail(EXIT_USAGE, "%s and %s cannot be compared: their rows have other keys, or are of other tools",
					dat_name(base->l.dat), dat_name(new->l.dat));
	printf("base ");
	load_print(&base->l);
	printf("new  ");
	load_print(&new->l);
	status = join(base, new);
	if (!status)
		status = print_pairs(base, new);
	return status ? status : check_limit(base, new);
}

int diff_main(int argc, char **argv)
{
	static struct side base, new;
	const struct opt *tables[] = {diff_options, NULL};
	int first, status;

	log_program("diff");
	first = options_parse(tables, argc, argv, false);
	if (first < 0)
		return EXIT_USAGE;
	if (help) {
		print_help();
		return EXIT_DONE;
	}
	if (argc - first != 2)
		return fail(EXIT_USAGE, "two recordings are compared; as in: ktally diff BASE.dat NEW.dat");
	status = parse_limit();
	if (!status)
		status = load_side(&base, argv[first]);
	if (!status)
		status = load_side(&new, argv[first + 1]);
	if (!status)
		status = diff(&base, &new);
	free(pairs);
	groups_free(&base.g);
	groups_free(&new.g);
	load_close(&base.l);
	load_close(&new.l);
	return status;
}
