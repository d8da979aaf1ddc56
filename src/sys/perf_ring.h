/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perf_ring.h - reads what the kernel writes into the buffers of perf_event_open(2): one for each CPU, merged by time.
 * A process moves between CPUs, so only the order of all rings is its own.
 */
#pragma once

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PERF_RECORD_SIZE (1 << 16) /* no record is larger: its size has 16 bits */

struct perf_ring {
	int fd;							   /* -1: none */
	struct perf_event_mmap_page *page; /* NULL: the CPU is offline */
	const unsigned char *data;
	size_t room;   /* bytes of data, a power of two */
	uint64_t time; /* of the oldest record; 0: not looked at */
};

/*
 * Where a record has its time. It must be there in all of a ring's records: sample_id_all is set, and the same parts
 * of sample_type before and behind it in all events that write into the ring.
 */
struct perf_time_places {
	size_t in_sample; /* from its start; 0: there are no samples */
	size_t from_end;  /* of every other record, to its end */
};

/* Maps the buffer of an event, with at least a page. The ring owns fd from now on, even after an error: 0 or -errno */
int perf_ring_map(struct perf_ring *r, int fd, size_t room);
/* Reads from memory that looks like a buffer: for tests */
void perf_ring_over(struct perf_ring *r, struct perf_event_mmap_page *page, const void *data, size_t room);
void perf_ring_unmap(struct perf_ring *r);

/* The ring with the oldest record of all n, if that is not newer than `until`; else NULL */
struct perf_ring *perf_rings_oldest(struct perf_ring *rings, int n, const struct perf_time_places *places,
									uint64_t until);
/* Copies the oldest record to `to`, which has PERF_RECORD_SIZE bytes, and gives its place back to the kernel. Its size,
 * or 0: what is there is no record, and all of it is thrown away */
size_t perf_ring_take(struct perf_ring *r, void *to);
/* The bytes that wait to be read */
size_t perf_ring_used(const struct perf_ring *r);
