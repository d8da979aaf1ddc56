// SPDX-License-Identifier: GPL-2.0-or-later
#include "mapping_events.h"

#include "perf_ring.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <time.h>
#include <unistd.h>

#define ROOM (256 << 10) /* a power of two; perf_event_mlock_kb allows twice as much */

/* The time is a record's last word. */
static const struct perf_time_places places = {.from_end = sizeof(uint64_t)};
static struct perf_ring *rings;
static int nrings;

union record {
	struct perf_event_header header;
	struct {
		struct perf_event_header header;
		uint32_t pid, tid;
	} comm;
	struct {
		struct perf_event_header header;
		uint32_t pid, parent;
	} fork;
	struct {
		struct perf_event_header header;
		uint32_t pid, tid;
		uint64_t address, length, offset;
		uint32_t major, minor;
		uint64_t inode, generation;
		uint32_t protection, flags;
		char path[];
	} map;
	unsigned char bytes[PERF_RECORD_SIZE];
};

static int open_ring(struct perf_ring *r, int cpu, bool data)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_SW_DUMMY,
		.sample_type = PERF_SAMPLE_TIME,
		.sample_id_all = 1,
		.use_clockid = 1,
		.clockid = CLOCK_MONOTONIC,
		.mmap = 1, /* of code */
		.mmap_data = data,
		.mmap2 = 1,
		.comm = 1,
		.comm_exec = 1,
		.task = 1,
	};
	int fd = (int)syscall(SYS_perf_event_open, &attr, -1, cpu, -1, PERF_FLAG_FD_CLOEXEC), err = -errno;

	*r = (struct perf_ring){.fd = -1};
	return fd < 0 ? err : perf_ring_map(r, fd, ROOM);
}

int mapping_events_open(bool data)
{
	int n = get_nprocs_conf(), err = 0, usable = 0;

	rings = calloc((size_t)n, sizeof(*rings));
	if (!rings)
		return -ENOMEM;
	for (nrings = 0; nrings < n; nrings++) {
		int one = open_ring(&rings[nrings], nrings, data);

		usable += !one;
		err = one ? one : err;
	}
	if (!usable)
		mapping_events_close();
	return usable ? 0 : err;
}

static void tell_map(const struct mapping_events *to, union record *r)
{
	struct mapping m = {
		.start = r->map.address,
		.end = r->map.address + r->map.length,
		.offset = r->map.offset,
		.inode = r->map.inode,
		.major = r->map.major,
		.minor = r->map.minor,
		.code = !(r->header.misc & PERF_RECORD_MISC_MMAP_DATA),
		.path = r->map.path,
	};

	if (!strcmp(m.path, "//anon"))
		*m.path = '\0';
	if (to->map)
		to->map(r->map.pid, &m);
}

static void tell(const struct mapping_events *to, union record *r)
{
	if (r->header.type == PERF_RECORD_MMAP2)
		tell_map(to, r);
	else if (r->header.type == PERF_RECORD_COMM && r->header.misc & PERF_RECORD_MISC_COMM_EXEC && to->exec)
		to->exec(r->comm.pid);
	else if (r->header.type == PERF_RECORD_FORK && r->fork.pid != r->fork.parent && to->fork)
		to->fork(r->fork.pid, r->fork.parent);
	else if (r->header.type == PERF_RECORD_LOST && to->lost)
		to->lost();
}

void mapping_events_read(const struct mapping_events *to)
{
	static union record record;
	struct perf_ring *next;

	while ((next = perf_rings_oldest(rings, nrings, &places, UINT64_MAX)))
		if (perf_ring_take(next, &record))
			tell(to, &record);
}

void mapping_events_close(void)
{
	for (int i = 0; i < nrings; i++)
		perf_ring_unmap(&rings[i]);
	free(rings);
	rings = NULL;
	nrings = 0;
}
