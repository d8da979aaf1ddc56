// SPDX-License-Identifier: GPL-2.0-or-later
#include "mark.h"

#include "escape.h"
#include "units.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define SHOWN 72	  /* columns */
#define BEFORE_CUT 36 /* of them before the mark, if the text's beginning is cut off */
#define UTF8 4

static bool continues_character(char c)
{
	return ((unsigned char)c & 0xc0) == 0x80;
}

/* The columns of `n` bytes once they are escaped. Such text takes as many bytes as columns, or more. */
static int shown_width(const char *text, size_t n)
{
	char escaped[ESCAPED_SIZE(SHOWN * UTF8 + UTF8)];

	escape_text(escaped, sizeof(escaped), text, n);
	return units_width(escaped);
}

/* The first byte to show: 0, or so far before `at` that it takes at most BEFORE_CUT columns */
static size_t cut_before(const char *text, size_t at)
{
	size_t most = (size_t)SHOWN * UTF8, from = 0;

	if (at <= most && shown_width(text, at) + shown_width(text + at, strnlen(text + at, most)) <= SHOWN)
		return 0;
	if (at > most)
		from = at - most;
	while (from < at && (continues_character(text[from]) || shown_width(text + from, at - from) > BEFORE_CUT))
		from++;
	return from;
}

/* How many bytes from `at` on fit into so many columns */
static size_t cut_after(const char *at, int columns)
{
	size_t n = strnlen(at, (size_t)SHOWN * UTF8);

	while (n && (continues_character(at[n]) || shown_width(at, n) > columns))
		n--;
	return n;
}

static unsigned characters(const char *text, size_t n)
{
	unsigned count = 0;

	for (size_t i = 0; i < n; i++)
		count += !continues_character(text[i]);
	return count;
}

/* Behind the arrow or, where the line would be too long, before it */
static void arrow_text(char *to, size_t size, int column, unsigned number, const char *what)
{
	char words[64];
	int n = snprintf(words, sizeof(words), "column %u of the %s", number, what);

	if (column + 2 + n <= SHOWN || column <= n)
		snprintf(to, size, "%*s^ %s", column, "", words);
	else
		snprintf(to, size, "%*s%s ^", column - n - 1, "", words);
}

void mark_text(char *to, size_t size, const char *text, size_t at, const char *what)
{
	char before[ESCAPED_SIZE(SHOWN * UTF8)], after[sizeof(before)], arrow[160];
	size_t from = cut_before(text, at), n;
	const char *cut = from ? "..." : "";
	int column;

	escape_text(before, sizeof(before), text + from, at - from);
	column = (int)strlen(cut) + units_width(before);
	n = cut_after(text + at, SHOWN - column);
	escape_text(after, sizeof(after), text + at, n);
	arrow_text(arrow, sizeof(arrow), column, characters(text, at) + 1, what);
	snprintf(to, size, "  %s%s%s%s\n  %s\n", cut, before, after, text[at + n] ? "..." : "", arrow);
}
