// SPDX-License-Identifier: GPL-2.0-or-later
#include "unwind.h"

#include <ktally/stacks.h>

#include <string.h>

#define FAR (1ULL << 20) /* no frame is larger */

static bool read_word(const struct unwind_sample *s, uint64_t address, uint64_t *to)
{
	size_t width = s->is32 ? 4 : 8;
	uint64_t at = address - s->regs[UNWIND_SP];

	*to = 0;
	if (at >= s->size || s->size - at < width)
		return false;
	memcpy(to, s->stack + at, width); /* both machines put the low bytes first */
	return true;
}

/* A frame begins with the caller's frame pointer, and behind it is where to return to. */
unsigned unwind_pointers(const struct unwind_sample *s, uint64_t *frames, unsigned max, uint32_t *flags)
{
	uint64_t fp = s->regs[UNWIND_FP], low = s->regs[UNWIND_SP], next, back;
	unsigned n = 0;

	*flags = STACK_POINTERS;
	frames[n++] = s->regs[UNWIND_PC];
	for (; n < max && fp >= low && fp - low < FAR; fp = next) {
		if (!read_word(s, fp, &next) || !read_word(s, fp + (s->is32 ? 4 : 8), &back)) {
			*flags |= s->whole ? 0 : STACK_CUT;
			return n;
		}
		if (!back)
			return n;
		frames[n++] = back;
		low = fp + 1;
	}
	if (n == max)
		*flags |= STACK_CUT;
	return n;
}
