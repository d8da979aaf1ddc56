// SPDX-License-Identifier: GPL-2.0-or-later
#include "native.h"

#include <math.h>
#include <string.h>

#define SECONDS_OFFSET (HIST_TICK_LOG2 * HIST_PER_OCTAVE)

/* The slots that are no bucket: 0 alone, which holds zero, and for times 1 too, which holds less than a nanosecond. */
static unsigned zero_slots(bool seconds)
{
	return seconds ? 2 : 1;
}

static unsigned populated(const struct hist *h, unsigned first)
{
	unsigned n = 0;

	for (unsigned i = first; i < HIST_SLOTS; i++)
		n += h->slots[i] != 0;
	return n;
}

/* Two buckets of schema 3 are exactly one of schema 2: (i + 1) / 2, rounded down, for the upper edge belongs to it. */
static int number_of(unsigned slot, bool seconds, int schema)
{
	int i = (int)slot - 1 - (seconds ? SECONDS_OFFSET : 0);

	return schema == 3 ? i : (i + 1) >> 1; /* an arithmetic shift: gcc and clang define it */
}

void native_make(struct native *to, const struct hist *h, bool seconds)
{
	unsigned first = zero_slots(seconds);

	memset(to, 0, sizeof(*to));
	to->schema = populated(h, first) > NATIVE_MAX ? 2 : 3;
	/* Whole numbers between 0 and 1 do not exist, so any threshold below 1 tells the truth. */
	to->zero_threshold = seconds ? ldexp(1, -HIST_TICK_LOG2) : ldexp(1, -1);
	for (unsigned i = 0; i < first; i++)
		to->zero_count += h->slots[i];
	for (unsigned i = first; i < HIST_SLOTS; i++) {
		if (!h->slots[i])
			continue;
		if (!to->n)
			to->first = number_of(i, seconds, to->schema);
		to->n = (unsigned)(number_of(i, seconds, to->schema) - to->first) + 1;
		to->counts[to->n - 1] += h->slots[i];
	}
}
