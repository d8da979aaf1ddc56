// SPDX-License-Identifier: GPL-2.0-or-later
#include "pages.h"

#include "bytes.h"

#include <stdlib.h>
#include <string.h>
#include <traceevent/kbuffer.h>

#define SLACK 64 /* kbuffer looks for the number of lost events behind a page's data */
#define COMMIT 0x7ffffffULL
#define MISSED (1ULL << 31)

struct cursor {
	struct kbuffer *kb;
	size_t size;
	const unsigned char *data; /* of the record to give out next */
	unsigned long long time;
	unsigned char page[];
};

struct cursor *cursor_new(size_t page_size)
{
	struct cursor *c = calloc(1, sizeof(*c) + page_size + SLACK);

	if (!c)
		return NULL;
	c->size = page_size;
	c->kb = kbuffer_alloc(KBUFFER_LSIZE_8, KBUFFER_ENDIAN_LITTLE);
	if (c->kb)
		return c;
	free(c);
	return NULL;
}

void cursor_free(struct cursor *c)
{
	if (c)
		kbuffer_free(c->kb);
	free(c);
}

void *cursor_page(struct cursor *c)
{
	return c->page;
}

/* Bytes of a record whose length follows its head */
static size_t long_record(bool padding, size_t length)
{
	if (padding)
		return 4 + length;
	return length < 4 ? 0 : 4 + ((length + 3) & ~(size_t)3); /* it counts its own word */
}

/* Bytes of the record at "at" (rb_event_length() in kernel/trace/ring_buffer.c); 0: it is not inside the size */
static size_t record_length(const unsigned char *at, size_t size)
{
	size_t type, length;

	if (size < 4)
		return 0;
	type = bytes_get(at, 4) & 31;
	if (type == PAGES_TIME_EXTEND || type == PAGES_TIME_STAMP)
		length = 8;
	else if (type != PAGES_LENGTH_FOLLOWS && type != PAGES_PADDING)
		length = 4 + 4 * type;
	else
		length = size < 8 ? 0 : long_record(type == PAGES_PADDING, (size_t)bytes_get(at + 4, 4));
	return length <= size ? length : 0;
}

static size_t whole_records(const unsigned char *data, size_t size)
{
	size_t whole = 0, n;

	while (whole < size && (n = record_length(data + whole, size - whole)))
		whole += n;
	return whole;
}

/*
 * True if the commit and all records before it lie in the page. Otherwise the page ends at the last whole record
 * then, and how many events were lost before it, which stands behind its data, is unknown. kbuffer (libtraceevent
 * 1.7.1, 1.8.4 too) believes each length: a negative one leads it back, and it walks in a circle for ever.
 */
static bool cut_to_whole(unsigned char *page, size_t size)
{
	uint64_t commit = bytes_get(page + 8, 8);
	size_t end = (size_t)(commit & COMMIT);
	bool inside = end <= size - PAGES_HEAD;
	size_t whole = inside ? whole_records(page + PAGES_HEAD, end) : 0;

	if (whole == end)
		return true;
	bytes_put(page + 8, inside ? (commit & MISSED) | whole : 0, 8);
	return false;
}

bool cursor_begin(struct cursor *c)
{
	bool whole = cut_to_whole(c->page, c->size);

	memset(c->page + c->size, 0, SLACK);
	kbuffer_load_subbuffer(c->kb, c->page);
	c->data = kbuffer_read_event(c->kb, &c->time);
	return whole;
}

uint64_t cursor_lost(const struct cursor *c)
{
	int missed = kbuffer_missed_events(c->kb);

	return missed > 0 ? (uint64_t)missed : missed < 0;
}

const void *cursor_next(struct cursor *c, size_t *size, uint64_t *time_ns)
{
	const unsigned char *data = c->data;

	if (!data)
		return NULL;
	*size = (size_t)kbuffer_event_size(c->kb);
	*time_ns = c->time;
	c->data = kbuffer_next_event(c->kb, &c->time);
	return data;
}
