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
