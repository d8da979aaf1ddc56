// SPDX-License-Identifier: GPL-2.0-or-later
/* Tables of counters by key, and rows of events: columns from the schema. */
#include "base/escape.h"
#include "base/units.h"
#include "heading.h"
#include "renderers.h"
#include "terminal.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS 32

/* The columns of this run. They are worked out once: tools of events may print a row each microsecond. */
static struct column {
	const struct field *field;
	int width;
	bool last;
} columns[COLUMNS];
static size_t ncolumns;
static const struct field *lines[4]; /* FIELD_LINES */
static size_t nlines;

static void find_columns(const struct session *s)
{
	ncolumns = nlines = 0;
	for (size_t i = 0; i < s->schema->nfields && ncolumns < COLUMNS; i++)
		if (!field_shown(s, &s->schema->fields[i]))
			continue;
		else if (s->schema->fields[i].flags & FIELD_LINES && nlines < sizeof(lines) / sizeof(lines[0]))
			lines[nlines++] = &s->schema->fields[i];
		else
			columns[ncolumns++] = (struct column){&s->schema->fields[i], s->schema->fields[i].width, false};
	if (ncolumns)
		columns[ncolumns - 1].last = true;
}

static void print_padding(int n)
{
	static const char spaces[] = "                                ";

	for (; n > 0; n -= (int)sizeof(spaces) - 1)
		fwrite_unlocked(spaces, 1, n < (int)sizeof(spaces) ? (size_t)n : sizeof(spaces) - 1, stdout);
}

static void print_column(const struct column *c, const char *text, size_t length)
{
	int pad = (c->width < 0 ? -c->width : c->width) - units_width(text);

	if (c->width > 0)
		print_padding(pad);
	fwrite_unlocked(text, 1, length, stdout);
	if (c->width < 0 && !c->last)
		print_padding(pad);
	putchar_unlocked(c->last ? '\n' : ' ');
}

static void print_heading(void)
{
	char title[64];

	for (size_t i = 0; i < ncolumns; i++) {
		const struct field *f = columns[i].field;

		snprintf(title, sizeof(title), "%s", f->title ? f->title : f->name);
		for (char *c = title; !f->title && *c; c++)
			*c = (char)toupper((unsigned char)*c);
		print_column(&columns[i], title, strlen(title));
	}
}

/* A field that has several lines is printed below its row. */
static void print_lines(const struct field *f, const void *row)
{
	static char text[SCHEMA_TEXT_MAX], escaped[4 * 512];
	char *line = text, *end;

	for (field_text(text, sizeof(text), f, row); *line; line = end + (*end == '\n')) {
		end = strchrnul(line, '\n');
		escape_text(escaped, sizeof(escaped), line, (size_t)(end - line));
		printf("    %s\n", escaped);
	}
}

static void print_row(const void *row)
{
	static char text[4 * SCHEMA_TEXT_MAX];

	for (size_t i = 0; i < ncolumns; i++)
		print_column(&columns[i], text, field_escaped(text, sizeof(text), columns[i].field, row));
	for (size_t i = 0; i < nlines; i++)
		print_lines(lines[i], row);
}

static int begin_events(struct session *s)
{
	units_ascii(!terminal_look(s->set).utf8);
	find_columns(s);
	if (!s->render.no_heading)
		print_heading();
	session_flush(s);
	return 0;
}

static void event(struct session *s, const void *row)
{
	(void)s;
	print_row(row);
}

const struct renderer render_events = {.name = "events", .begin = begin_events, .event = event};

static int begin_table(struct session *s)
{
	units_ascii(!terminal_look(s->set).utf8);
	find_columns(s);
	return 0;
}

static void interval(struct session *s, const struct interval *iv)
{
	const void **rows = tally_sorted(iv->rows, s->schema->compare);
	size_t n = tally_count(iv->rows);

	heading_time(s, iv);
	print_heading();
	for (size_t i = render_first(&s->render, n); rows && i < n; i++)
		print_row(rows[i]);
	putchar('\n');
	free(rows);
}

const struct renderer render_table = {.name = "table", .begin = begin_table, .interval = interval};
