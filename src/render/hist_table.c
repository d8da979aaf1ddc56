// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A line for each histogram (--table), the largest total last:
 *
 * COMM             PID          COUNT       P50       P90       P99       MAX     TOTAL
 * postgres         4711          1234     412us    1.20ms    3.10ms    4.02ms     1.07s
 *
 * Where 0 is no value (schema->apart), NODATA beside COUNT says how many have none.
 */
#include "base/units.h"
#include "session/tool.h"
#include "heading.h"
#include "renderers.h"
#include "terminal.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define NUMBER 9 /* columns of each number */

static const struct schema *sorted; /* for compare(), which gets only rows */

static void print_padded(const char *text, int width)
{
	int pad = abs(width) - units_width(text);

	if (width > 0)
		printf("%*s", pad > 0 ? pad : 0, "");
	fputs(text, stdout);
	if (width < 0)
		printf("%*s", pad > 0 ? pad : 0, "");
}

static void print_number(const char *text)
{
	putchar(' ');
	print_padded(text, NUMBER);
}

/* Goes through the shown columns of the key; row NULL: their headings */
static void print_keys(const struct session *s, const void *row)
{
	char text[256];

	for (size_t i = 0; i < s->schema->nfields; i++) {
		const struct field *f = &s->schema->fields[i];

		if (!(f->flags & FIELD_KEY) || !field_shown(s, f))
			continue;
		if (row)
			field_escaped(text, sizeof(text), f, row);
		else
			snprintf(text, sizeof(text), "%s", f->title ? f->title : f->name);
		for (char *c = text; !row && !f->title && *c; c++)
			*c = (char)toupper((unsigned char)*c);
		print_padded(text, f->width);
		putchar(' ');
	}
}

static void print_heading(const struct session *s)
{
	static const char *const names[] = {"COUNT", "P50", "P90", "P99", "MAX", "TOTAL"};

	print_keys(s, NULL);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		print_number(names[i]);
		if (!i && s->schema->apart)
			print_number("NODATA");
	}
	putchar('\n');
}

/* enough: the value means something; otherwise a dash */
static void print_value(const struct session *s, double value, bool enough)
{
	char text[32] = "-";

	if (enough)
		hist_text(text, sizeof(text), value, s->schema->unit);
	print_number(text);
}

/* Chosen buckets are too coarse for percentiles, and have no maximum. Of few values p99 would be the maximum. */
static void print_row(const struct session *s, const void *row)
{
	struct hist h;
	uint64_t apart = schema_values(s->schema, row, &h), count = hist_count(&h);
	enum hist_unit unit = s->schema->unit;
	bool fine = !s->schema->nedges && count;

	print_keys(s, row);
	printf(" %*" PRIu64, NUMBER, count);
	if (s->schema->apart)
		printf(" %*" PRIu64, NUMBER, apart);
	print_value(s, hist_percentile(&h, unit, .5), fine);
	print_value(s, hist_percentile(&h, unit, .9), fine);
	print_value(s, hist_percentile(&h, unit, .99), fine && count >= 100);
	print_value(s, (double)h.max, fine);
	print_value(s, (double)h.sum, true);
	putchar('\n');
}

static int compare(const void *a, const void *b)
{
	uint64_t x = schema_hist(sorted, a)->sum, y = schema_hist(sorted, b)->sum;

	return x == y || sorted->in_order ? sorted->compare(a, b) : x < y ? -1 : 1;
}

static int begin(struct session *s)
{
	units_ascii(!terminal_look(s->set).utf8);
	return 0;
}

static void interval(struct session *s, const struct interval *iv)
{
	const void **rows;
	size_t n = tally_count(iv->rows);

	sorted = s->schema;
	rows = tally_sorted(iv->rows, compare);
	heading_time(s, iv);
	print_heading(s);
	for (size_t i = render_first(&s->render, n); rows && i < n; i++)
		print_row(s, rows[i]);
	if (!n)
		heading_nothing(s);
	putchar('\n');
	free(rows);
}

const struct renderer render_hist_table = {.name = "hist_table", .begin = begin, .interval = interval};
