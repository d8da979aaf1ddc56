// SPDX-License-Identifier: GPL-2.0-or-later
#include "source_place.h"

#include "sys/pattern.h"

#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The first of the signs that is no part of a C++ name: '::', and what is in parentheses or angle brackets, are. */
static const char *next_sign(const char *at, const char *signs)
{
	int open = 0;

	for (; *at; at++) {
		if (!strncmp(at, "operator", 8))
			at += 8 + strspn(at + 8, "<>=()");
		open += *at == '(' || *at == '<';
		open -= open && (*at == ')' || *at == '>');
		if (at[0] == ':' && at[1] == ':')
			at++;
		else if (!open && *at && strchr(signs, *at))
			return at;
		if (!*at)
			break;
	}
	return NULL;
}

static int copy(char *to, size_t size, const char *from, const char *end, struct why *why)
{
	if ((size_t)(end - from) >= size)
		return because(why, -EINVAL, "%.40s...: longer than %zu characters", from, size - 1);
	snprintf(to, size, "%.*s", (int)(end - from), from);
	return 0;
}

static bool number(const char **at, unsigned *to)
{
	char *end;
	unsigned long value;

	if (!isdigit((unsigned char)**at))
		return false;
	value = strtoul(*at, &end, 10);
	*at = end;
	*to = value > 100000000 ? 100000000 : (unsigned)value;
	return true;
}

static int read_line(struct source_place *to, const char *text, struct why *why)
{
	const char *at = text;
	unsigned more = 0;

	to->has_line = true;
	if (!number(&at, &to->line))
		return because(why, -EINVAL, "%s is not the number of a line", text);
	to->last = to->line;
	if ((*at == '-' && (at++, !number(&at, &to->last))) || (*at == '+' && (at++, !number(&at, &more))))
		return because(why, -EINVAL, "%s is no range of lines; 4-9 and 4+5 are", text);
	to->last += more;
	if (*at || to->last < to->line)
		return because(why, -EINVAL, "%s is neither a line nor a range of lines", text);
	if (!to->line && !*to->function)
		return because(why, -EINVAL, "lines of a file are counted from 1");
	return 0;
}

/* What follows the name of the function or file */
static int read_rest(struct source_place *to, const char *sign, struct why *why)
{
	switch (*sign) {
	case ':':
		return read_line(to, sign + 1, why);
	case ';':
		if (!sign[1])
			return because(why, -EINVAL, "behind ; a pattern is missing, as in FUNCTION;count=*");
		return copy(to->pattern, sizeof(to->pattern), sign + 1, sign + strlen(sign), why);
	case '%':
		to->is_return = !strcmp(sign, "%return");
		return to->is_return ? 0 : because(why, -EINVAL, "%s: behind %% there is only return", sign);
	}
	return 0;
}

int source_place_parse(struct source_place *to, const char *text, struct why *why)
{
	const char *end = text + strlen(text), *sign = next_sign(text, ":;@%"), *name_end = sign ? sign : end;
	bool is_file = sign && strchr(":;", *sign) && memchr(text, '.', (size_t)(sign - text));
	int err;

	*to = (struct source_place){0};
	is_file |= sign && strchr(":;", *sign) && memchr(text, '/', (size_t)(sign - text));
	if (is_file)
		err = copy(to->file, sizeof(to->file), text, name_end, why);
	else
		err = copy(to->function, sizeof(to->function), text, name_end, why);
	if (!err && sign && *sign == '@') {
		const char *file = sign + 1;

		sign = next_sign(file, ":;%");
		err = copy(to->file, sizeof(to->file), file, sign ? sign : end, why);
	}
	if (!err && !*to->function && !*to->file)
		err = because(why, -EINVAL, "the name of a function or file is missing");
	return err || !sign ? err : read_rest(to, sign, why);
}

bool source_place_is_more(const struct source_place *p)
{
	return *p->file || *p->pattern || p->has_line || p->is_return;
}

bool source_place_in_file(const struct source_place *p, const char *path)
{
	size_t length = strlen(path), own = strlen(p->file);

	if (length < own || strcmp(path + length - own, p->file))
		return false;
	return length == own || !own || p->file[0] == '/' || path[length - own - 1] == '/';
}

bool source_place_matches(const struct source_place *p, const char *line)
{
	char pattern[sizeof(p->pattern)], text[1024];

	pattern_without_blanks(pattern, sizeof(pattern), p->pattern);
	pattern_without_blanks(text, sizeof(text), line);
	return !fnmatch(pattern, text, 0);
}
