// SPDX-License-Identifier: GPL-2.0-or-later
/* Tables of counters by key, and rows of events: columns from the schema. */
#include "../tool.h"
#include "../units.h"
#include "heading.h"
#include "render.h"
#include "terminal.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_last(const struct session *s, size_t i)
{
	for (i++; i < s->schema->nfields; i++)
		if (field_shown(s, &s->schema->fields[i]))
			return false;
	return true;
}

static void print_column(const char *text, int width, bool last)
{
	int pad = (width < 0 ? -width : width) - units_width(text);

	if (width > 0)
		printf("%*s%s", pad > 0 ? pad : 0, "", text);
	else
		printf("%s%*s", text, !last && pad > 0 ? pad : 0, "");
	putchar(last ? '\n' : ' ');
}

static void print_heading(const struct session *s)
{
	char title[64];

	for (size_t i = 0; i < s->schema->nfields; i++) {
		const struct field *f = &s->schema->fields[i];

		if (!field_shown(s, f))
			continue;
		snprintf(title, sizeof(title), "%s", f->title ? f->title : f->name);
		for (char *c = title; !f->title && *c; c++)
			*c = (char)toupper((unsigned char)*c);
		print_column(title, f->width, is_last(s, i));
	}
}

static void print_row(const struct session *s, const void *row)
{
	static char text[4 * SCHEMA_TEXT_MAX];

	for (size_t i = 0; i < s->schema->nfields; i++) {
		const struct field *f = &s->schema->fields[i];

		if (!field_shown(s, f))
			continue;
		field_escaped(text, sizeof(text), f, row);
		print_column(text, f->width, is_last(s, i));
	}
}

static int begin_events(struct session *s)
{
	units_ascii(!terminal_look(s->set).utf8);
	print_heading(s);
	return fflush(stdout) ? -1 : 0;
}

static void event(struct session *s, const void *row)
{
	print_row(s, row);
}

const struct renderer render_events = {.name = "events", .begin = begin_events, .event = event};

static int begin_table(struct session *s)
{
	units_ascii(!terminal_look(s->set).utf8);
	return 0;
}

static void interval(struct session *s, const struct interval *iv)
{
	const void **rows = tally_sorted(iv->rows, s->schema->compare);
	size_t n = tally_count(iv->rows), first = 0;

	if (render_options.top && render_options.top < n) /* ascending, as perf-tools: the top ones come last */
		first = n - render_options.top;
	heading_time(s, iv);
	print_heading(s);
	for (size_t i = first; rows && i < n; i++)
		print_row(s, rows[i]);
	putchar('\n');
	free(rows);
}

const struct renderer render_table = {.name = "table", .begin = begin_table, .interval = interval};
