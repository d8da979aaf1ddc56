// SPDX-License-Identifier: GPL-2.0-or-later
/* Tables of counters by key, and rows of events: columns from the schema. */
#include "base/escape.h"
#include "base/log.h"
#include "base/units.h"
#include "columns.h"
#include "cut.h"
#include "heading.h"
#include "renderers.h"
#include "row_table.h"
#include "terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE_TEXT 2048 /* bytes of one line of FIELD_LINES */
#define INDENT 4	   /* of lines below a row */
#define NARROW 12	   /* text that has fewer columns at the end of its row goes below it */

/* The columns of this run. They are worked out once, and when the terminal's width changes: tools of events may print a
 * row each microsecond. */
static struct columns columns;
static const struct field *lines[4]; /* FIELD_LINES */
static size_t nlines;
static int room;	/* columns for a line; 0: no terminal, so as many as it takes */
static int printed; /* lines since the heading */
static char line[8 * SCHEMA_TEXT_MAX + CUT_ROOM];
static size_t used; /* of line */

static void find_lines(const struct session *s)
{
	nlines = 0;
	for (size_t i = 0; i < s->schema->nfields && nlines < sizeof(lines) / sizeof(lines[0]); i++)
		if (s->schema->fields[i].flags & FIELD_LINES && field_shown(s, &s->schema->fields[i]))
			lines[nlines++] = &s->schema->fields[i];
}

/* One column stays free, because a "^C" or a full line may make a terminal wrap. */
static int wanted(void)
{
	return terminal_is() ? terminal_width() - 1 : 0;
}

static void lay_out(const struct session *s, int width)
{
	static char told[sizeof(columns.left_out)];

	room = width;
	columns_fit(&columns, s, room);
	if (*columns.left_out && strcmp(columns.left_out, told))
		warn("no room for %s in %d columns; a file or a pipe gets all", columns.left_out, room + 1);
	memcpy(told, columns.left_out, sizeof(told));
}

/* True if the columns have changed */
static bool fit(const struct session *s)
{
	int width = wanted();

	if (width == room)
		return false;
	lay_out(s, width);
	return true;
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
	if (c->narrowed && c->width < 0)
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

static void write_line(int indent, const char *text, size_t n)
{
	for (int i = 0; i < indent; i++)
		putchar_unlocked(' ');
	fwrite_unlocked(text, 1, n, stdout);
	putchar_unlocked('\n');
	printed++;
}

static size_t without_spaces(const char *text, size_t n)
{
	while (n && text[n - 1] == ' ')
		n--;
	return n;
}

/* Columns of the line's first bytes */
static int width_of(size_t bytes)
{
	char after = line[bytes];
	int width;

	line[bytes] = '\0';
	width = units_width(line);
	line[bytes] = after;
	return width;
}

/* How much of the text stays in its row: nothing if a word would be cut in two that the lines below have more room for
 */
static size_t beside(size_t text, int start, int indent)
{
	size_t n = room - start < NARROW ? 0 : cut_piece(line + text, used - text, room - start);

	return n && indent < start && line[text + n - 1] != ' ' ? 0 : n;
}

/*
 * Ends a line whose text from the byte `text` on may be longer than the terminal is wide. What does not fit follows
 * below, `indent` columns from the left, or 0: below the text's own beginning, if that leaves half of the line.
 */
static void end_text(size_t text, int indent)
{
	int start = width_of(text);
	size_t from = text, n;

	if (!indent)
		indent = 2 * start > room + 1 ? INDENT : start;
	from += beside(text, start, indent);
	write_line(0, line, without_spaces(line, from));
	for (; from < used; from += n) {
		n = cut_piece(line + from, used - from, room - indent);
		write_line(indent, line + from, without_spaces(line + from, n));
	}
	used = 0;
}

static void end_line(void)
{
	write_line(0, line, used);
	used = 0;
}

static bool is_long(void)
{
	return room && width_of(used) > room;
}

static bool ends_in_text(void)
{
	return columns.n && column_goes_on(&columns.list[columns.n - 1]);
}

static void print_heading(void)
{
	for (size_t i = 0; i < columns.n; i++)
		add_column(&columns.list[i], column_title(line + used, space_left(), columns.list[i].field));
	if (room && ends_in_text())
		used = cut_text(line, used, room);
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
		add_padding(INDENT);
		used += escape_text(line + used, LINE_TEXT, from, (size_t)(end - from));
		if (is_long())
			end_text(INDENT, 2 * INDENT);
		else
			end_line();
	}
}

/* before: the totals of the row when the interval began, or NULL */
static void print_row(const void *row, const void *before)
{
	size_t n, text = 0;

	for (size_t i = 0; i < columns.n; i++) {
		const struct field *f = columns.list[i].field;

		n = 0;
		text = used;
		if (!field_max_exact(f, row, before))
			n = (size_t)(stpcpy(line + used, units_at_most()) - (line + used));
		add_column(&columns.list[i], n + field_escaped(line + used + n, space_left() - n, f, row));
	}
	if (ends_in_text() && is_long())
		end_text(text, 0);
	else
		end_line(); /* what is too long here is a number, which is not cut */
	for (size_t i = 0; i < nlines; i++)
		print_lines(lines[i], row);
}

void row_table_begin(const struct session *s)
{
	units_ascii(!terminal_look(s->set).utf8);
	find_lines(s);
	lay_out(s, wanted());
}

void row_table_print(const struct session *s, const void *const *rows, size_t n)
{
	fit(s);
	print_heading();
	for (size_t i = 0; i < n; i++)
		print_row(rows[i], NULL);
}

static int begin_events(struct session *s)
{
	row_table_begin(s);
	if (!s->render.no_heading)
		print_heading();
	session_flush(s);
	return 0;
}

/* On a terminal the heading comes again before it would leave the screen. */
static void event(struct session *s, const void *row)
{
	if (room) {
		bool changed = fit(s);

		heading_over_echo(s);
		if (!s->render.no_heading && (changed || printed >= terminal_rows() - 2))
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
	row_table_begin(s);
	return 0;
}

static const struct field *group_of(const struct session *s)
{
	for (size_t i = 0; s->render.top_of && i < s->schema->nfields; i++)
		if (!strcmp(s->schema->fields[i].name, s->render.top_of))
			return &s->schema->fields[i];
	return NULL;
}

/* Is row i of n one of the top ones, which come last: of its group, if there is a field of groups? */
static bool is_top(const struct session *s, const struct field *group, const void **rows, size_t i, size_t n)
{
	if (!s->render.top || n - i <= s->render.top)
		return true;
	return group && field_integer(group, rows[i]) != field_integer(group, rows[i + s->render.top]);
}

static void interval(struct session *s, const struct interval *iv)
{
	const void **rows = tally_sorted(iv->rows, s->schema->compare);
	const struct field *group = group_of(s);
	size_t n = tally_count(iv->rows);

	fit(s);
	heading_time(s, iv);
	print_heading();
	for (size_t i = 0; rows && i < n; i++)
		if (is_top(s, group, rows, i, n))
			print_row(rows[i], render_before(iv, rows[i]));
	if (!n)
		heading_nothing(s);
	putchar('\n');
	free(rows);
}

const struct renderer render_table = {.name = "table", .begin = begin_table, .interval = interval};
