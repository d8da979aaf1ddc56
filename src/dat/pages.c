// SPDX-License-Identifier: GPL-2.0-or-later
#include "pages.h"

#include "bytes.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHORT_MAX 112 /* bytes of a record whose length fits the head's five bits, in words */
#define DELTA_BITS 27 /* nanoseconds since the record before: 134 ms */
#define EXTEND_BITS (DELTA_BITS + 32)

struct pages {
	pages_sink sink;
	void *arg;
	size_t size, used;
	uint64_t time;
	bool changed; /* since the sink got it */
	unsigned char page[];
};

const char pages_header_event[] = "# compressed entry header\n"
								  "\ttype_len    :    5 bits\n"
								  "\ttime_delta  :   27 bits\n"
								  "\tarray       :   32 bits\n\n"
								  "\tpadding     : type == 29\n"
								  "\ttime_extend : type == 30\n"
								  "\ttime_stamp : type == 31\n"
								  "\tdata max type_len  == 28\n";

int pages_header(char *to, size_t size, size_t page_size)
{
	return snprintf(to, size,
					"\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n"
					"\tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;\n"
					"\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n"
					"\tfield: char data;\toffset:16;\tsize:%zu;\tsigned:0;\n",
					page_size - PAGES_HEAD);
}

struct pages *pages_new(size_t page_size, pages_sink sink, void *arg)
{
	struct pages *p = calloc(1, sizeof(*p) + page_size);

	if (p)
		*p = (struct pages){.sink = sink, .arg = arg, .size = page_size, .used = PAGES_HEAD};
	return p;
}

void pages_free(struct pages *p)
{
	free(p);
}

int pages_flush(struct pages *p, bool whole)
{
	int err = 0;

	if (p->used == PAGES_HEAD)
		return 0;
	bytes_put(p->page + 8, p->used - PAGES_HEAD, 8);
	if (p->changed || whole)
		err = p->sink(p->arg, p->page, p->size, p->used, whole);
	p->changed = false;
	if (!whole)
		return err;
	memset(p->page, 0, p->size);
	p->used = PAGES_HEAD;
	return err;
}

static void put_word(struct pages *p, uint32_t type, uint64_t rest)
{
	bytes_put(p->page + p->used, type | rest << 5, 4);
	p->used += 4;
}

static size_t head_size(size_t size)
{
	return size <= SHORT_MAX ? 4 : 8;
}

/* The record's own head has no room for a long time: then an extension stands before it, with the higher bits. */
static uint64_t put_time(struct pages *p, uint64_t delta)
{
	if (!(delta >> DELTA_BITS))
		return delta;
	put_word(p, PAGES_TIME_EXTEND, delta & ((1U << DELTA_BITS) - 1));
	bytes_put(p->page + p->used, delta >> DELTA_BITS, 4);
	p->used += 4;
	return 0;
}

static void put_record(struct pages *p, uint64_t delta, const void *record, size_t size)
{
	size_t padded = (size + 3) & ~(size_t)3;

	if (padded <= SHORT_MAX) {
		put_word(p, (uint32_t)padded / 4, delta);
	} else {
		put_word(p, PAGES_LENGTH_FOLLOWS, delta);
		bytes_put(p->page + p->used, padded + 4, 4);
		p->used += 4;
	}
	memcpy(p->page + p->used, record, size);
	memset(p->page + p->used + size, 0, padded - size);
	p->used += padded;
}

int pages_add(struct pages *p, uint64_t time_ns, const void *record, size_t size)
{
	size_t padded = (size + 3) & ~(size_t)3, room = padded + head_size(padded);
	uint64_t delta;
	int err = 0;

	if (!size || padded > PAGES_RECORD_MAX(p->size))
		return -E2BIG;
	if (time_ns < p->time)
		time_ns = p->time;
	delta = p->used == PAGES_HEAD ? 0 : time_ns - p->time;
	if (p->used + room + 8 > p->size || delta >> EXTEND_BITS) /* 8: a time extension */
		err = pages_flush(p, true);
	if (p->used == PAGES_HEAD) {
		bytes_put(p->page, time_ns, 8);
		delta = 0;
	}
	put_record(p, put_time(p, delta), record, size);
	p->time = time_ns;
	p->changed = true;
	return err;
}
