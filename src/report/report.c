// SPDX-License-Identifier: GPL-2.0-or-later
/* ktally report: what a recording holds, grouped, sorted, over a part of its time. */
#include "report.h"

#include "base/log.h"
#include "base/output.h"
#include "base/units.h"
#include "session/boot_config.h"
#include "session/options.h"
#include "boot.h"
#include "columns_of.h"
#include "groups.h"
#include "load.h"
#include "table.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool list, help;
static const char *by, *sort, *only;
static uint64_t top, from_ns, to_ns;
static const char *instance;

static int parse_boot(void *to, const char *text)
{
	*(const char **)to = text ? text : BOOT_INSTANCE;
	return text && (!*text || strchr(text, '/')) ? fail(-EINVAL, "--boot=%s: not the name of an instance", text) : 0;
}

const struct opt report_options[] = {
	OPT_FLAG(0, "list", &list, "what the recording says of itself, and the fields of its rows"),
	OPT_TEXT(0, "by", "FIELD,...", &by, "group by these fields; without it totals by their keys, events by comm"),
	OPT_TEXT(0, "filter", "FILTER", &only, "only rows as 'comm == fio && latency_ns > 1ms'"),
	OPT_TEXT(0, "sort", "COLUMN", &sort, "count, total, avg, p50, p99 or max; largest first"),
	OPT_NUMBER(0, "top", "N", &top, 1, UINT32_MAX, "only the first N groups"),
	OPT_DURATION(0, "from", "TIME", &from_ns, "from so long after the start (10, 250ms, 2m)"),
	OPT_DURATION(0, "to", "TIME", &to_ns, "up to so long after the start"),
	OPT_MAYBE(0, "boot", "INSTANCE", &instance, parse_boot, "instead, what --bootconfig left in the kernel"),
	OPT_FLAG('h', "help", &help, "this help"),
	OPT_END,
};

static void print_help(void)
{
	const struct opt *none[] = {NULL};

	printf("Usage: ktally report [OPTIONS] FILE...     (FILE.dat of --record; -: a stream)\n\nOptions:\n");
	options_help(stdout, none, report_options);
	printf("\nRows as they were printed: ktally TOOL --replay FILE.dat. The manual: man ktally-report\n");
}

/* ---- order ---- */

static const struct group_column *sorted_by;

static int compare(const void *a, const void *b)
{
	double x = sorted_by->value(a), y = sorted_by->value(b);

	return x > y ? -1 : x < y ? 1 : strcmp(((const struct group *)a)->key, ((const struct group *)b)->key);
}

static int choose_order(const struct groups *g)
{
	const char *name = sort ? sort : g->timed ? "total" : "count";

	sorted_by = group_column_find(name);
	return sorted_by ? 0 : fail(EXIT_USAGE, "--sort %s: must be count, total, avg, p50, p99 or max", name);
}

/* ---- printing ---- */

static void print_heading(struct table *t, const struct groups *g)
{
	group_key_heading(t, g);
	table_cell(t, false, "COUNT");
	table_cell(t, false, "/s");
	for (const struct group_column *c = group_columns + 1; c->name; c++)
		if (group_column_shown(c, g))
			table_cell(t, false, "%s", c->title);
}

static void print_group(struct table *t, const struct groups *g, const struct group *one, double seconds)
{
	char text[32];

	group_key_cells(t, g, one);
	table_cell(t, false, "%" PRIu64, group_count(one));
	table_cell(t, false, "%.1f", (double)group_count(one) / seconds);
	for (const struct group_column *c = group_columns + 1; c->name; c++)
		if (group_column_shown(c, g)) {
			group_column_text(text, sizeof(text), c, g, c->value(one));
			table_cell(t, false, "%s", text);
		}
}

static int print_groups(struct groups *g, double seconds)
{
	struct table *t = table_new(g->nkeys + 2 + group_columns_shown(g));

	if (!t)
		return fail(EXIT_FAILED, "out of memory");
	if (g->n)
		qsort(g->list, g->n, sizeof(*g->list), compare);
	print_heading(t, g);
	for (size_t i = 0; i < g->n && (!top || i < top); i++)
		print_group(t, g, &g->list[i], seconds);
	table_print(t, 2);
	table_free(t);
	return EXIT_DONE;
}

static int report(struct loaded *l)
{
	struct groups g = {0};
	int status = groups_begin(&g, columns_schema(l->columns), by, only) || choose_order(&g) ? EXIT_USAGE : EXIT_DONE;

	if (status == EXIT_DONE && load_each(l, groups_row, &g))
		status = EXIT_FAILED;
	if (status == EXIT_DONE) {
		load_print(l);
		status = print_groups(&g, load_seconds(l));
	}
	groups_free(&g);
	return status;
}

/* ---- --list ---- */

static int on_line(void *unused, const char *key, const char *value)
{
	(void)unused;
	if (!strcmp(key, "option") || !strcmp(key, "argument"))
		printf("  %s %s\n", key, value);
	return 0;
}

static int ignore(void *unused, const void *row, uint64_t time_ns)
{
	(void)unused, (void)row, (void)time_ns;
	return 0;
}

static int print_list(struct loaded *l)
{
	const struct schema *s = columns_schema(l->columns);

	if (load_each(l, ignore, NULL))
		return EXIT_FAILED;
	load_print(l);
	dat_each_meta(l->dat, on_line, NULL);
	printf("  %" PRIu64 " %s of %s\n", l->rows, s->key_size ? "totals" : "rows", l->noun);
	for (size_t i = 0; i < s->nfields; i++)
		if (!(s->fields[i].flags & FIELD_OFF))
			printf("  %s %s\n", s->fields[i].flags & FIELD_KEY ? "key  " : "field", s->fields[i].name);
	return EXIT_DONE;
}

static int report_file(const char *path)
{
	struct loaded l = {.from_ns = from_ns, .to_ns = to_ns};
	int status = load_open(&l, path);

	if (!status)
		status = list ? print_list(&l) : report(&l);
	load_close(&l);
	return status;
}

static int boot(const char *file)
{
	if (file)
		return fail(EXIT_USAGE, "--boot=%s reads the kernel, no file: %s", instance, file);
	if (list || by || sort || only || top || from_ns || to_ns)
		return fail(EXIT_USAGE, "--boot prints all that a boot left, and has no other options");
	return report_boot(instance);
}

int report_main(int argc, char **argv)
{
	const struct opt *tables[] = {report_options, NULL};
	int first, status = EXIT_DONE;

	log_program("report");
	first = options_parse(tables, argc, argv, false);
	if (first < 0)
		return EXIT_USAGE;
	if (help) {
		print_help();
		return EXIT_DONE;
	}
	if (instance)
		return boot(argv[first]);
	if (first == argc)
		return fail(EXIT_USAGE, "no recording given; as in: ktally report FILE.dat");
	for (int i = first; i < argc && status == EXIT_DONE; i++)
		status = report_file(argv[i]);
	return status;
}
