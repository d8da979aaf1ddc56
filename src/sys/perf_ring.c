// SPDX-License-Identifier: GPL-2.0-or-later
#include "perf_ring.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int perf_ring_map(struct perf_ring *r, int fd, size_t room)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	void *at;

	*r = (struct perf_ring){.fd = fd};
	if (fd < 0)
		return -EBADF;
	at = mmap(NULL, room + page, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (at == MAP_FAILED)
		return -errno;
	r->page = at;
	r->data = (const unsigned char *)at + r->page->data_offset;
	r->room = room;
	return 0;
}

void perf_ring_over(struct perf_ring *r, struct perf_event_mmap_page *page, const void *data, size_t room)
{
	*r = (struct perf_ring){.fd = -1, .page = page, .data = data, .room = room};
}

void perf_ring_unmap(struct perf_ring *r)
{
	if (r->page)
		munmap(r->page, r->room + (size_t)sysconf(_SC_PAGESIZE));
	if (r->fd >= 0)
		close(r->fd);
	*r = (struct perf_ring){.fd = -1};
}

/* The kernel moves the head forward after it has written a record. */
size_t perf_ring_used(const struct perf_ring *r)
{
	return r->page ? (size_t)(__atomic_load_n(&r->page->data_head, __ATOMIC_ACQUIRE) - r->page->data_tail) : 0;
}

/* Records are multiples of 8 bytes, and so is the ring: neither a header nor a time wraps around. */
static struct perf_event_header header_of(const struct perf_ring *r)
{
	struct perf_event_header header;

	memcpy(&header, r->data + r->page->data_tail % r->room, sizeof(header));
	return header;
}

static uint64_t word_at(const struct perf_ring *r, size_t from_start)
{
	uint64_t word;

	memcpy(&word, r->data + (r->page->data_tail + from_start) % r->room, sizeof(word));
	return word;
}

static bool is_whole(const struct perf_event_header *header, size_t used)
{
	return header->size >= sizeof(*header) && header->size <= used && header->size % 8 == 0;
}

/* 0: there is no record. What is none has time 1, so that it is taken next. */
static uint64_t oldest_time(const struct perf_ring *r, const struct perf_time_places *places)
{
	size_t used = perf_ring_used(r), at;
	struct perf_event_header header;
	uint64_t time;

	if (used < sizeof(header))
		return 0;
	header = header_of(r);
	at = header.type == PERF_RECORD_SAMPLE ? places->in_sample : header.size - places->from_end;
	if (!is_whole(&header, used) || at > header.size - sizeof(uint64_t) || at % 8 || used > r->room)
		return 1;
	time = word_at(r, at);
	return time ? time : 1;
}

struct perf_ring *perf_rings_oldest(struct perf_ring *rings, int n, const struct perf_time_places *places,
									uint64_t until)
{
	struct perf_ring *oldest = NULL;

	for (int i = 0; i < n; i++) {
		struct perf_ring *r = &rings[i];

		if (!r->time && r->page)
			r->time = oldest_time(r, places);
		if (r->time && r->time <= until && (!oldest || r->time < oldest->time))
			oldest = r;
	}
	return oldest;
}

static void give_back(struct perf_ring *r, size_t n)
{
	__atomic_store_n(&r->page->data_tail, r->page->data_tail + n, __ATOMIC_RELEASE);
	r->time = 0;
}

size_t perf_ring_take(struct perf_ring *r, void *to)
{
	size_t used = perf_ring_used(r), at = r->page->data_tail % r->room, whole;
	struct perf_event_header header = {0};

	if (used >= sizeof(header))
		header = header_of(r);
	if (!is_whole(&header, used) || used > r->room) {
		give_back(r, used);
		return 0;
	}
	whole = header.size < r->room - at ? header.size : r->room - at;
	memcpy(to, r->data + at, whole);
	memcpy((char *)to + whole, r->data, header.size - whole);
	give_back(r, header.size);
	return header.size;
}
