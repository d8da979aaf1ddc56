// SPDX-License-Identifier: GPL-2.0-or-later
#include "mapping_events.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <time.h>
#include <unistd.h>

#define ROOM (256 << 10) /* a power of two; perf_event_mlock_kb allows twice as much */

struct ring {
	int fd;
	struct perf_event_mmap_page *page; /* NULL: the CPU is offline */
};
static struct ring *rings;
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
	unsigned char bytes[1 << 16];
};

static struct ring open_ring(int cpu, bool data)
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
	struct ring r = {(int)syscall(SYS_perf_event_open, &attr, -1, cpu, -1, PERF_FLAG_FD_CLOEXEC), NULL};

	if (r.fd < 0)
		return r;
	r.page = mmap(NULL, ROOM + (size_t)sysconf(_SC_PAGESIZE), PROT_READ | PROT_WRITE, MAP_SHARED, r.fd, 0);
	if (r.page == MAP_FAILED)
		r.page = NULL;
	return r;
}

int mapping_events_open(bool data)
{
	int n = get_nprocs_conf(), err = 0, usable = 0;

	rings = calloc((size_t)n, sizeof(*rings));
	if (!rings)
		return -ENOMEM;
	for (nrings = 0; nrings < n; nrings++) {
		rings[nrings] = open_ring(nrings, data);
		if (rings[nrings].page)
			usable++;
		else
			err = -errno;
	}
	if (!usable)
		mapping_events_close();
	return usable ? 0 : err;
}

static const unsigned char *data_of(const struct ring *r)
{
	return (const unsigned char *)r->page + r->page->data_offset;
}

/* Time of the oldest record; 0: there is none. It is the record's last word, which never wraps around. */
static uint64_t first_time(const struct ring *r)
{
	uint64_t tail, time = 0;
	struct perf_event_header header;

	if (!r->page || __atomic_load_n(&r->page->data_head, __ATOMIC_ACQUIRE) == r->page->data_tail)
		return 0;
	tail = r->page->data_tail;
	memcpy(&header, data_of(r) + tail % ROOM, sizeof(header));
	memcpy(&time, data_of(r) + (tail + header.size - sizeof(time)) % ROOM, sizeof(time));
	return time | 1;
}

static void take(struct ring *r, union record *to)
{
	uint64_t at = r->page->data_tail % ROOM;
	size_t size, whole;

	memcpy(&to->header, data_of(r) + at, sizeof(to->header));
	size = to->header.size;
	whole = size < ROOM - at ? size : ROOM - at;
	memcpy(to->bytes, data_of(r) + at, whole);
	memcpy(to->bytes + whole, data_of(r), size - whole);
	__atomic_store_n(&r->page->data_tail, r->page->data_tail + size, __ATOMIC_RELEASE);
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

/* A process moves between CPUs, so the oldest record of all rings is next. */
void mapping_events_read(const struct mapping_events *to)
{
	static union record record;

	for (;;) {
		struct ring *first = NULL;
		uint64_t least = UINT64_MAX;

		for (int i = 0; i < nrings; i++) {
			uint64_t time = first_time(&rings[i]);

			if (time && time < least) {
				least = time;
				first = &rings[i];
			}
		}
		if (!first)
			return;
		take(first, &record);
		tell(to, &record);
	}
}

void mapping_events_close(void)
{
	for (int i = 0; i < nrings; i++) {
		if (rings[i].page)
			munmap(rings[i].page, ROOM + (size_t)sysconf(_SC_PAGESIZE));
		if (rings[i].fd >= 0)
			close(rings[i].fd);
	}
	free(rings);
	rings = NULL;
	nrings = 0;
}
