// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/log.h"
#include "probe.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int probe_wrong(const struct probe_text *t, const char *format, ...)
{
	char why[512];
	va_list args;

	va_start(args, format);
	vsnprintf(why, sizeof(why), format, args);
	va_end(args);
	return fail(-EINVAL, "%s\n  %s\n  %*s^ column %d of the %s", why, t->all, (int)(t->at - t->all), "",
				(int)(t->at - t->all) + 1, t->what);
}

void text_skip_spaces(struct probe_text *t)
{
	while (isspace((unsigned char)*t->at))
		t->at++;
}

bool text_take(struct probe_text *t, const char *word)
{
	size_t length = strlen(word);

	if (strncmp(t->at, word, length))
		return false;
	t->at += length;
	return true;
}

size_t text_identifier(const struct probe_text *t)
{
	size_t n = 0;

	if (isdigit((unsigned char)*t->at))
		return 0;
	while (isalnum((unsigned char)t->at[n]) || t->at[n] == '_')
		n++;
	return n;
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
