// SPDX-License-Identifier: GPL-2.0-or-later
/* Tables of counters by key, and rows of events: columns from the schema. */
#include "base/escape.h"
#include "base/units.h"
#include "cut.h"
#include "heading.h"
#include "renderers.h"
#include "terminal.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS 32
#define NARROWEST 6	   /* columns of a text that is narrowed */
#define LINE_TEXT 2048 /* bytes of one line of FIELD_LINES */
#define REST 12		   /* columns that the last field, of any length, should have */

/* The columns of this run. They are worked out once, and when the terminal's width changes: tools of events may print a
 * row each microsecond. */
static struct column {
	const struct field *field;
	int width;
	bool last, narrowed;
} columns[COLUMNS];
static size_t ncolumns;
static const struct field *lines[4]; /* FIELD_LINES */
static size_t nlines;
static int room;	/* columns for a line; 0: no terminal, so as many as it takes */
static int printed; /* lines since the heading */
static char line[8 * SCHEMA_TEXT_MAX + CUT_ROOM];
static size_t used; /* of line */

static void find_columns(const struct session *s)
{
	ncolumns = nlines = 0;
	for (size_t i = 0; i < s->schema->nfields && ncolumns < COLUMNS; i++)
		if (!field_shown(s, &s->schema->fields[i]))
			continue;
		else if (s->schema->fields[i].flags & FIELD_LINES && nlines < sizeof(lines) / sizeof(lines[0]))
			lines[nlines++] = &s->schema->fields[i];
		else
			columns[ncolumns++] = (struct column){&s->schema->fields[i], s->schema->fields[i].width, false, false};
	if (ncolumns)
		columns[ncolumns - 1].last = true;
}

/* ---- the terminal's width ---- */

static int title_width(const struct field *f)
{
	return (int)strlen(f->title ? f->title : f->name);
}

static int column_width(const struct column *c)
{
	int width = abs(c->width), title = title_width(c->field);

	if (!c->width)
		return REST;
	return (width > title ? width : title) + !c->last;
}

/* Numbers are never narrowed: part of one is another number. */
static bool can_narrow(const struct column *c)
{
	return (c->field->kind == FIELD_CHARS || c->field->kind == FIELD_TEXT) && abs(c->width) > NARROWEST &&
		   abs(c->width) > title_width(c->field);
}

static struct column *widest(void)
{
	struct column *found = NULL;

	for (struct column *c = columns; c < columns + ncolumns; c++)
		if (can_narrow(c) && (!found || abs(c->width) > abs(found->width)))
			found = c;
	return found;
}

/* Texts give up columns until a row fits, the widest first. What still does not fit is cut from each row. */
static void narrow(void)
{
	int total = 0;

	for (struct column *c = columns; c < columns + ncolumns; c++) {
		c->width = c->field->width;
		c->narrowed = false;
		total += column_width(c);
	}
	for (struct column *c; total > room && (c = widest()); total--) {
		c->width += c->width < 0 ? 1 : -1;
		c->narrowed = true;
	}
}

/* One column stays free, because a "^C" or a full line may make a terminal wrap. */
static void fit(void)
{
	int width = terminal_is() ? terminal_width() - 1 : 0;

	if (width == room)
		return;
	room = width;
	narrow();
}

/* ---- lines ---- */

static void add_padding(int n)
{
	size_t most = sizeof(line) - CUT_ROOM - 2 - used, spaces = n > 0 ? (size_t)n : 0;

	spaces = spaces < most ? spaces : most;
	memset(line + used, ' ', spaces);
	used += spaces;
}

/* The text has been written at the end of the line, where add_column() puts it into its place. */
static void add_column(const struct column *c, size_t length)
{
	size_t start = used;
	int pad;

	line[used + length] = '\0';
	if (c->narrowed)
		length = cut_text(line + used, length, abs(c->width));
	pad = abs(c->width) - units_width(line + used);
	if (pad > 0 && c->width > 0 && used + (size_t)pad + length < sizeof(line) - CUT_ROOM - 2) {
		memmove(line + start + pad, line + start, length);
		add_padding(pad);
	}
	used += length;
	if (c->width < 0 && !c->last)
		add_padding(pad);
	if (!c->last)
		add_padding(1);
}

static size_t space_left(void)
{
	return sizeof(line) - used - CUT_ROOM - 2;
}

static void end_line(void)
{
	if (room)
		used = cut_text(line, used, room);
	line[used++] = '\n';
	fwrite_unlocked(line, 1, used, stdout);
	used = 0;
	printed++;
}

static void print_heading(void)
{
	for (size_t i = 0; i < ncolumns; i++) {
		const struct field *f = columns[i].field;
		char *title = line + used;

		snprintf(title, space_left(), "%s", f->title ? f->title : f->name);
		for (char *c = title; !f->title && *c; c++)
			*c = (char)toupper((unsigned char)*c);
		add_column(&columns[i], strlen(title));
	}
	end_line();
	printed = 0;
}

/* A field that has several lines is printed below its row. */
static void print_lines(const struct field *f, const void *row)
{
	static char text[SCHEMA_TEXT_MAX];
	char *from = text, *end;

	for (field_text(text, sizeof(text), f, row); *from; from = end + (*end == '\n')) {
		end = strchrnul(from, '\n');
		add_padding(4);
		used += escape_text(line + used, LINE_TEXT, from, (size_t)(end - from));
		end_line();
	}
}

/* before: the totals of the row when the interval began, or NULL */
static void print_row(const void *row, const void *before)
{
	for (size_t i = 0; i < ncolumns; i++) {
		const struct field *f = columns[i].field;
		size_t n = 0;

		if (!field_max_exact(f, row, before))
			n = (size_t)(stpcpy(line + used, units_at_most()) - (line + used));
		add_column(&columns[i], n + field_escaped(line + used + n, space_left() - n, f, row));
	}
	end_line();
	for (size_t i = 0; i < nlines; i++)
		print_lines(lines[i], row);
}

static void begin(const struct session *s)
{
	units_ascii(!terminal_look(s->set).utf8);
	find_columns(s);
	room = 0;
	fit();
}

static int begin_events(struct session *s)
{
	begin(s);
	if (!s->render.no_heading)
		print_heading();
	session_flush(s);
	return 0;
}

/* On a terminal the heading comes again before it would leave the screen. */
static void event(struct session *s, const void *row)
{
	if (room) {
		fit();
		heading_over_echo(s);
		if (!s->render.no_heading && printed >= terminal_rows() - 2)
			print_heading();
	}
	print_row(row, NULL);
}

static void end_events(struct session *s)
{
	heading_over_echo(s);
}

const struct renderer render_events = {.name = "events", .begin = begin_events, .event = event, .end = end_events};

static int begin_table(struct session *s)
{
	begin(s);
	return 0;
}

static void interval(struct session *s, const struct interval *iv)
{
	const void **rows = tally_sorted(iv->rows, s->schema->compare);
	size_t n = tally_count(iv->rows);

	fit();
	heading_time(s, iv);
	print_heading();
	for (size_t i = render_first(&s->render, n); rows && i < n; i++)
		print_row(rows[i], render_before(iv, rows[i]));
	if (!n)
		heading_nothing(s);
	putchar('\n');
	free(rows);
}

const struct renderer render_table = {.name = "table", .begin = begin_table, .interval = interval};
