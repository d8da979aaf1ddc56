// SPDX-License-Identifier: GPL-2.0-or-later

#include "glob.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Marks what the class at *at, "[a-z_]", matches, and moves *at to its last bracket. False: there is none */
static bool read_class(const char **at, const char *end, bool *matches)
{
	const char *c = *at + 1;
	bool other = c < end && (*c == '!' || *c == '^');

	for (c += other; c < end && (*c != ']' || c == *at + 1 + other); c++) {
		bool range = c + 2 < end && c[1] == '-' && c[2] != ']';

		for (int i = (unsigned char)*c; i <= (unsigned char)(range ? c[2] : *c); i++)
			matches[i] = true;
		c += range ? 2 : 0;
	}
	if (c >= end) {
		memset(matches, false, 256);
		return false;
	}
	for (int i = 0; other && i < 256; i++)
		matches[i] = !matches[i];
	*at = c;
	return true;
}

static void read_one(const char **at, const char *end, bool *matches)
{
	if (**at == '?') {
		memset(matches, true, 256);
		return;
	}
	if (**at == '[' && read_class(at, end, matches))
		return;
	if (**at == '\\' && *at + 1 < end)
		(*at)++;
	matches[(unsigned char)**at] = true;
}

int probe_glob_compile(struct probe_glob *g, const char *pattern, size_t length)
{
	const char *end = pattern + length;
	unsigned state = 0;

	memset(g, 0, sizeof(*g));
	for (const char *at = pattern; at < end; at++) {
		bool matches[256] = {false};

		if (*at == '*') {
			g->loop |= 1ULL << state;
			continue;
		}
		if (state == PROBE_GLOB)
			return -E2BIG;
		read_one(&at, end, matches);
		state++;
		for (int c = 1; c < 256; c++)
			g->follow[c] |= (uint64_t)matches[c] << state;
	}
	g->accept = 1ULL << state;
	return 0;
}

bool probe_glob_is(const char *text)
{
	return strpbrk(text, "*?[");
}

int probe_glob_part(struct probe_glob *g, const char *text, size_t length)
{
	memset(g, 0, sizeof(*g));
	if (length > PROBE_GLOB)
		return -E2BIG;
	for (size_t i = 0; i < length; i++)
		g->follow[(unsigned char)text[i]] |= 2ULL << i;
	g->accept = 1ULL << length;
	g->loop = 1 | g->accept;
	return 0;
}

/* Bits `at` and above become the states of one more glob. Returns the first free bit. */
static unsigned join(struct filter_names *to, const struct probe_glob *g, unsigned at)
{
	for (int c = 0; c < 256; c++)
		to->follow[c] |= g->follow[c] << at;
	to->start |= 1ULL << at;
	to->loop |= g->loop << at;
	to->accept |= g->accept << at;
	return at + (unsigned)__builtin_ctzll(g->accept) + 1;
}

int probe_glob_names(struct filter_names *to, const char *list)
{
	unsigned at = 0;
	size_t length;

	memset(to, 0, sizeof(*to));
	if (strlen(list) > FILTER_NAMES) /* so the states of all, one more than the characters of each, have a bit */
		return -E2BIG;
	for (; *list; list += length + (list[length] == ',')) {
		struct probe_glob one;
		int err;

		length = strcspn(list, ",");
		if (length == strcspn(list, ",*?["))
			err = probe_glob_part(&one, list, length);
		else
			err = probe_glob_compile(&one, list, length);
		if (err)
			return err;
		at = join(to, &one, at);
	}
	return 0;
}
