// SPDX-License-Identifier: GPL-2.0-or-later
#include "log.h"

#include "escape.h"
#include "units.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define MESSAGE 1024

/* Of a long text fail_at() shows what is around the mark, so that the marked line fits a terminal of 80. */
#define SHOWN 72	  /* columns */
#define BEFORE_CUT 36 /* of them before the mark, if the text's beginning is cut off */
#define UTF8 4

static const char *program = "ktally";
static bool debugging;

void log_program(const char *name)
{
	program = name;
}

void log_debugging(bool on)
{
	debugging = on;
}

bool log_is_debugging(void)
{
	return debugging;
}

static bool plain(const char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text < ' ' || (unsigned char)*text >= 0x7f)
			return false;
	return true;
}

/* Prints one line, whatever bytes the names of files, disks and tasks have. */
static void say(const char *format, va_list args)
{
	char text[MESSAGE], escaped[ESCAPED_SIZE(MESSAGE)];

	vsnprintf(text, sizeof(text), format, args);
	if (!plain(text))
		escape_text(escaped, sizeof(escaped), text, strlen(text));
	fprintf(stderr, "%s: %s\n", program, plain(text) ? text : escaped);
}

int fail(int err, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say(format, args);
	va_end(args);
	return err;
}

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
static void mark(char *to, size_t size, int column, unsigned number, const char *what)
{
	char words[64];
	int n = snprintf(words, sizeof(words), "column %u of the %s", number, what);

	if (column + 2 + n <= SHOWN || column <= n)
		snprintf(to, size, "%*s^ %s", column, "", words);
	else
		snprintf(to, size, "%*s%s ^", column - n - 1, "", words);
}

int fail_at(int err, const char *text, size_t at, const char *what, const char *sentence)
{
	char escaped[ESCAPED_SIZE(MESSAGE)], before[ESCAPED_SIZE(SHOWN * UTF8)], after[sizeof(before)], arrow[160];
	size_t from = cut_before(text, at), n;
	const char *cut = from ? "..." : "";
	int column;

	escape_text(before, sizeof(before), text + from, at - from);
	column = (int)strlen(cut) + units_width(before);
	n = cut_after(text + at, SHOWN - column);
	escape_text(after, sizeof(after), text + at, n);
	escape_text(escaped, sizeof(escaped), sentence, strnlen(sentence, MESSAGE));
	mark(arrow, sizeof(arrow), column, characters(text, at) + 1, what);
	fprintf(stderr, "%s: %s\n  %s%s%s%s\n  %s\n", program, escaped, cut, before, after, text[at + n] ? "..." : "",
			arrow);
	return err;
}

void warn(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say(format, args);
	va_end(args);
}

void debug(const char *format, ...)
{
	va_list args;

	if (!debugging)
		return;
	va_start(args, format);
	say(format, args);
	va_end(args);
}
