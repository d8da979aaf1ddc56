// SPDX-License-Identifier: GPL-2.0-or-later
#include "pages.h"

#include "bytes.h"

#include <stdlib.h>
#include <string.h>
#include <traceevent/kbuffer.h>

#define SLACK 64 /* kbuffer may read a header beyond a damaged page's end */

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

bool cursor_begin(struct cursor *c)
{
	memset(c->page + c->size, 0, SLACK);
	c->data = NULL;
	if ((bytes_get(c->page + 8, 8) & 0x7ffffff) > c->size - PAGES_HEAD || kbuffer_load_subbuffer(c->kb, c->page))
		return false;
	c->data = kbuffer_read_event(c->kb, &c->time);
	return true;
}

/* A damaged length may point beyond the page. */
static bool fits(const struct cursor *c)
{
	size_t size = (size_t)kbuffer_event_size(c->kb);

	return c->data >= c->page && c->data < c->page + c->size && size <= (size_t)(c->page + c->size - c->data);
}

const void *cursor_next(struct cursor *c, size_t *size, uint64_t *time_ns)
{
	const unsigned char *data = c->data;

	if (!data || !fits(c))
		return NULL;
	*size = (size_t)kbuffer_event_size(c->kb);
	*time_ns = c->time;
	c->data = kbuffer_next_event(c->kb, &c->time);
	return data;
}
