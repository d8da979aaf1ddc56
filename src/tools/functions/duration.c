// SPDX-License-Identifier: GPL-2.0-or-later
#include "duration.h"

#include <inttypes.h>
#include <stdio.h>

#define DIGITS 8 /* the point included; a long time loses digits of its nanoseconds, never microseconds */

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
	int whole = snprintf(number, sizeof(number), "%" PRIu64, ns / 1000);

	if (whole < DIGITS - 1)
		snprintf(number + whole, (size_t)(DIGITS + 1 - whole), ".%03u", (unsigned)(ns % 1000));
	return snprintf(to, size, "%c %s us", mark_of(ns), number);
}
