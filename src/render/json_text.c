// SPDX-License-Identifier: GPL-2.0-or-later
#include "json_text.h"

#include "../escape.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static bool first; /* of the object or array that is open: no comma before it */

static void comma(void)
{
	if (!first)
		putchar(',');
	first = false;
}

static void name_of(const char *name)
{
	comma();
	printf("\"%s\":", name);
}

void json_begin(void)
{
	putchar('{');
	first = true;
}

void json_end(void)
{
	fputs("}\n", stdout);
}

void json_object(const char *name)
{
	name_of(name);
	json_begin();
}

void json_close(void)
{
	putchar('}');
	first = false;
}

static void text(const char *value, size_t length)
{
	char small[512], *escaped = length < 80 ? small : malloc(ESCAPED_SIZE(length));

	if (escaped)
		escape_json(escaped, length < 80 ? sizeof(small) : ESCAPED_SIZE(length), value, length);
	printf("\"%s\"", escaped ? escaped : "");
	if (escaped != small)
		free(escaped);
}

void json_string(const char *name, const char *value, size_t length)
{
	name_of(name);
	text(value, length);
}

void json_item(const char *value, size_t length)
{
	comma();
	text(value, length);
}

void json_boolean(const char *name, bool value)
{
	name_of(name);
	fputs(value ? "true" : "false", stdout);
}

void json_integer(const char *name, int64_t value)
{
	name_of(name);
	printf("%" PRId64, value);
}

void json_unsigned(const char *name, uint64_t value)
{
	name_of(name);
	printf("%" PRIu64, value);
}

static void number(double value)
{
	if (isfinite(value))
		printf("%.15g", value);
	else
		fputs("null", stdout);
}

void json_number(const char *name, double value)
{
	name_of(name);
	number(value);
}

void json_array(const char *name)
{
	name_of(name);
	putchar('[');
	first = true;
}

void json_item3(double a, double b, uint64_t c)
{
	comma();
	putchar('[');
	number(a);
	putchar(',');
	number(b);
	printf(",%" PRIu64 "]", c);
}

void json_array_end(void)
{
	putchar(']');
	first = false;
}
