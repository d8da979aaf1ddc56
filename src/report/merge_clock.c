// SPDX-License-Identifier: GPL-2.0-or-later
/* When something was, by the clock of the first input. */
#include "merge.h"

#include <string.h>

static bool same_boot(const struct merge_input *a, const struct merge_input *b)
{
	const char *x = dat_meta(a->l.dat, "boot"), *y = dat_meta(b->l.dat, "boot");

	return a == b || (x && y && *x && !strcmp(x, y));
}

/* Wall clocks are slewed: between the two times at which it was read, the offset changes evenly. */
static int64_t offset_at(const struct merge_input *in, uint64_t time_ns)
{
	double length = (double)(in->last.at_ns - in->first.at_ns), part = 0;

	if (in->last.at_ns > in->first.at_ns && time_ns > in->first.at_ns)
		part = (double)(time_ns - in->first.at_ns) / length;
	return (int64_t)in->first.offset +
		   (int64_t)((double)(int64_t)(in->last.offset - in->first.offset) * (part > 1 ? 1 : part));
}

uint64_t merge_time(const struct merge *m, const struct merge_input *in, uint64_t time_ns)
{
	if (same_boot(&m->inputs[0], in))
		return time_ns;
	return time_ns + (uint64_t)(offset_at(in, time_ns) - (int64_t)m->inputs[0].first.offset);
}
