// SPDX-License-Identifier: GPL-2.0-or-later
#include "json_text.h"

#include "base/escape.h"
#include "base/schema.h"
#include "base/units.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/*
 * The line is made here and handed to stdio once; a call for each name and number would take five times as long. What
 * does not fit goes out in pieces.
 */
static char line[2 * ESCAPED_SIZE(SCHEMA_TEXT_MAX)];
static size_t used;
static bool first; /* the next member is the first of its object or array: no comma */

static int (*sink)(void *arg, const char *text, size_t n); /* NULL: stdout */
static void *sink_arg;

static void write_line(void)
{
	if (sink)
		sink(sink_arg, line, used);
	else
		fwrite_unlocked(line, 1, used, stdout);
	used = 0;
}

void json_to(int (*to)(void *arg, const char *text, size_t n), void *arg)
{
	sink = to;
	sink_arg = arg;
}

/* Makes room for n more bytes, at most half of the size of `line`. */
static char *room(size_t n)
{
	if (n > sizeof(line) - used)
		write_line();
	return line + used;
}

static void put(const char *text, size_t n)
{
	memcpy(room(n), text, n);
	used += n;
}

static void put_char(char c)
{
	*room(1) = c;
	used++;
}

static void comma(void)
{
	if (!first)
		put_char(',');
	first = false;
}

static void name_of(const char *name)
{
	char *to = room(strlen(name) + sizeof(",\"\":"));

	if (!first)
		*to++ = ',';
	first = false;
	*to++ = '"';
	to = stpcpy(to, name);
	*to++ = '"';
	*to++ = ':';
	used = (size_t)(to - line);
}

static void open_with(char bracket)
{
	put_char(bracket);
	first = true;
}

static void close_with(char bracket)
{
	put_char(bracket);
	first = false;
}

void json_begin(void)
{
	open_with('{');
}

void json_begin_next(void)
{
	put_char(',');
	open_with('{');
}

void json_end(void)
{
	put("}\n", 2);
	write_line();
}

void json_object(const char *name)
{
	name_of(name);
	open_with('{');
}

void json_close(void)
{
	close_with('}');
}

static void text(const char *value, size_t length)
{
	put_char('"');
	if (length > SCHEMA_TEXT_MAX)
		length = SCHEMA_TEXT_MAX;
	used += escape_json(room(ESCAPED_SIZE(length)), ESCAPED_SIZE(length), value, length);
	put_char('"');
}

void json_string(const char *name, const char *value, size_t length)
{
	name_of(name);
	text(value, length);
}

void json_word(const char *name, const char *word)
{
	name_of(name);
	put_char('"');
	put(word, strlen(word));
	put_char('"');
}

void json_item(const char *value, size_t length)
{
	comma();
	text(value, length);
}

void json_boolean(const char *name, bool value)
{
	name_of(name);
	if (value)
		put("true", 4);
	else
		put("false", 5);
}

static void whole(uint64_t value, bool negative)
{
	char *to = room(UNITS_WHOLE);

	used += (size_t)units_whole(to, UNITS_WHOLE, value, negative);
}

void json_integer(const char *name, int64_t value)
{
	name_of(name);
	whole(value < 0 ? -(uint64_t)value : (uint64_t)value, value < 0);
}

void json_unsigned(const char *name, uint64_t value)
{
	name_of(name);
	whole(value, false);
}

void json_unsigned_or_null(const char *name, uint64_t value, bool known)
{
	if (known)
		json_unsigned(name, value);
	else
		json_null(name);
}

static void number(double value)
{
	char digits[32] = "null";

	if (isfinite(value))
		snprintf(digits, sizeof(digits), "%.15g", value);
	put(digits, strlen(digits));
}

void json_number(const char *name, double value)
{
	name_of(name);
	number(value);
}

void json_null(const char *name)
{
	name_of(name);
	put("null", 4);
}

void json_seconds(const char *name, uint64_t ns)
{
	uint32_t rest = (uint32_t)(ns % 1000000000);
	char *to;

	name_of(name);
	whole(ns / 1000000000, false);
	to = room(10);
	*to = '.';
	used += 10;
	for (unsigned n = 9; n; rest /= 10)
		to[n--] = (char)('0' + rest % 10);
}

void json_micros(const char *name, uint64_t ns)
{
	uint32_t rest = (uint32_t)(ns % 1000);
	char *to;

	name_of(name);
	whole(ns / 1000, false);
	to = room(4);
	*to = '.';
	used += 4;
	for (unsigned n = 3; n; rest /= 10)
		to[n--] = (char)('0' + rest % 10);
}

void json_array(const char *name)
{
	name_of(name);
	open_with('[');
}

void json_item3(double a, double b, uint64_t c)
{
	comma();
	put_char('[');
	number(a);
	put_char(',');
	number(b);
	put_char(',');
	whole(c, false);
	put_char(']');
}

void json_array_end(void)
{
	close_with(']');
}
