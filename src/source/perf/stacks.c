// SPDX-License-Identifier: GPL-2.0-or-later
#include "perf.h"

#include "base/stack_store.h"

#include <ktally/stacks.h>

static unsigned room(unsigned depth)
{
	return depth && depth < STACK_FRAMES ? depth : STACK_FRAMES;
}

uint64_t perf_user_stack(const struct perf_sample *sample, unsigned depth)
{
	uint64_t frames[STACK_FRAMES];
	uint32_t flags;
	unsigned n;

	if (!sample->user.regs)
		return 0;
	n = unwind(&sample->user, frames, room(depth), &flags);
	return stack_store_add(frames, n, flags);
}

uint64_t perf_kernel_stack(const struct perf_sample *sample, unsigned depth)
{
	unsigned n = sample->nkernel, most = room(depth);
	uint32_t flags = STACK_KERNEL;

	if (!n)
		return 0;
	if (n > most) {
		n = most;
		flags |= STACK_CUT;
	}
	return stack_store_add(sample->kernel, n, flags);
}
