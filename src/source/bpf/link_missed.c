// SPDX-License-Identifier: GPL-2.0-or-later
#include "link_missed.h"

#include <bpf/bpf.h>

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

int64_t link_missed(int fd)
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
