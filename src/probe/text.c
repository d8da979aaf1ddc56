// SPDX-License-Identifier: GPL-2.0-or-later
#include "text.h"

#include "base/log.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct probe_text text_begin(const char *all, const char *what)
{
	return (struct probe_text){.all = all, .at = all, .what = what};
}

struct probe_text text_piece(const struct probe_text *t, size_t length)
{
	return (struct probe_text){.all = t->at, .at = t->at, .what = t->what, .end = t->at + length};
}

unsigned text_column(const struct probe_text *t)
{
	return (unsigned)(t->at - t->all) + 1;
}

int probe_wrong(const struct probe_text *t, const char *format, ...)
{
	char why[512];
	va_list args;

	va_start(args, format);
	vsnprintf(why, sizeof(why), format, args);
	va_end(args);
	return fail_at(-EINVAL, t->all, (size_t)(t->at - t->all), t->what, why);
}

char text_next(const struct probe_text *t)
{
	return t->at == t->end ? '\0' : *t->at;
}

size_t text_letters(const struct probe_text *t)
{
	const char *c = t->at;

	while (c != t->end && (isalnum((unsigned char)*c) || *c == '_'))
		c++;
	return (size_t)(c - t->at);
}

/* A pattern of lines, behind a ';', may have any bracket. */
struct word text_to_blank(const struct probe_text *t)
{
	struct word w = {t->at, 0, text_column(t)};
	const char *at = t->at;

	for (int open = 0; *at && *at != ';'; at++) {
		if (isblank((unsigned char)*at) && (open <= 0 || !strchr(at, ')')))
			break;
		open += (*at == '(') - (*at == ')');
	}
	w.length = (size_t)(at - t->at) + strcspn(at, " \t");
	return w;
}

struct word text_name(const struct probe_text *t)
{
	return (struct word){t->at, isdigit((unsigned char)text_next(t)) ? 0 : text_letters(t), text_column(t)};
}

void text_skip_spaces(struct probe_text *t)
{
	while (isspace((unsigned char)text_next(t)))
		t->at++;
}

bool text_take(struct probe_text *t, const char *sign)
{
	size_t length = strlen(sign);

	if (strncmp(t->at, sign, length) || (t->end && t->at + length > t->end))
		return false;
	t->at += length;
	return true;
}

bool text_take_name(struct probe_text *t, struct word *to)
{
	*to = text_name(t);
	t->at += to->length;
	return to->length;
}

int text_number(struct probe_text *t, int64_t *to)
{
	const char *digits = t->at + (*t->at == '-' || *t->at == '+');
	char *end;

	if (!isdigit((unsigned char)*digits))
		return -EINVAL;
	errno = 0;
	*to = (int64_t)strtoull(digits, &end, 0);
	if (errno || isalnum((unsigned char)*end) || *end == '_')
		return -EINVAL;
	if (*t->at == '-')
		*to = (int64_t)(0 - (uint64_t)*to);
	t->at = end;
	return 0;
}

bool word_is(const struct word *w, const char *text)
{
	return strlen(text) == w->length && !memcmp(text, w->text, w->length);
}

bool word_copy(char *to, size_t size, const struct word *w)
{
	if (w->length >= size)
		return false;
	memcpy(to, w->text, w->length);
	to[w->length] = '\0';
	return true;
}
