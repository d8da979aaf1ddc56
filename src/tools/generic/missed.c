// SPDX-License-Identifier: GPL-2.0-or-later
#include "missed.h"

#include "base/log.h"
#include "source/bpf/link_missed.h"

#include <errno.h>
#include <stdlib.h>

static int *links; /* that tell what they missed */
static size_t nlinks, room;
static bool warned;

int generic_missed_watch(int fd, bool is_return)
{
	if (link_missed(fd) < 0) {
		if (is_return && !warned)
			warn("a return probe follows only so many calls at once; this kernel does not tell what it misses (6.7 "
				 "does)");
		warned |= is_return;
		return 0;
	}
	if (nlinks == room) {
		int *more = realloc(links, (room + 64) * sizeof(*links));

		if (!more)
			return -ENOMEM;
		links = more;
		room += 64;
	}
	links[nlinks++] = fd;
	return 0;
}

uint64_t generic_missed(void)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < nlinks; i++) {
		int64_t missed = link_missed(links[i]);

		sum += missed > 0 ? (uint64_t)missed : 0;
	}
	return sum;
}
