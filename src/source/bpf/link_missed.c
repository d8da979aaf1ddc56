// SPDX-License-Identifier: GPL-2.0-or-later
#include "link_missed.h"

#include "base/log.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <stdlib.h>

/* struct bpf_link_info since 6.7, which the headers that this is built with need not know yet */
struct told {
	uint32_t type, id, program, unused;
	union {
		struct {
			uint64_t addresses;
			uint32_t count, flags;
			uint64_t missed;
		} multi;
		struct {
			uint32_t type, unused;
			uint64_t name;
			uint32_t name_length, offset;
			uint64_t address, missed;
		} perf;
	};
};

#define LINK_PERF 7
#define LINK_MULTI 8
#define PERF_KPROBE 3
#define PERF_KRETPROBE 4

static bool read_link(int fd, struct told *told)
{
	uint32_t size = sizeof(*told);

	return !bpf_obj_get_info_by_fd(fd, told, &size) && size >= sizeof(*told);
}

/* -1: this kind of link, or this kernel, does not tell */
static int64_t missed_of(int fd)
{
	struct told told = {0};

	if (!read_link(fd, &told))
		return -1;
	if (told.type == LINK_MULTI)
		return (int64_t)told.multi.missed;
	if (told.type == LINK_PERF && (told.perf.type == PERF_KPROBE || told.perf.type == PERF_KRETPROBE))
		return (int64_t)told.perf.missed;
	return -1;
}

bool link_kernel_tells(int fd)
{
	struct told told = {0};

	return read_link(fd, &told);
}

static int *links; /* that tell what they missed */
static size_t nlinks, room;
static bool warned;

int link_missed_watch(int fd, bool is_return)
{
	if (missed_of(fd) < 0) {
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

uint64_t link_missed_sum(void)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < nlinks; i++) {
		int64_t missed = missed_of(links[i]);

		sum += missed > 0 ? (uint64_t)missed : 0;
	}
	return sum;
}
