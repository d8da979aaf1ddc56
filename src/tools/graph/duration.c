// SPDX-License-Identifier: GPL-2.0-or-later
#include "duration.h"

#include <inttypes.h>
#include <stdio.h>

static char mark_of(uint64_t ns)
{
	static const char marks[] = " +!#*@$";
	int i = 0;

	for (uint64_t limit = 10000; marks[i + 1] && ns > limit; limit *= 10)
		i++;
	return marks[i];
}

int duration_text(char *to, size_t size, uint64_t ns)
{
	char number[32];

	snprintf(number, sizeof(number), "%" PRIu64 ".%03u", ns / 1000, (unsigned)(ns % 1000));
	return snprintf(to, size, "%c %.*s us", mark_of(ns), 11, number);
}
