// SPDX-License-Identifier: GPL-2.0-or-later
#include "meta.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void meta_event(struct event *e, uint16_t id)
{
	*e = (struct event){.system = "ktally", .name = "meta", .id = id};
	event_field_add(e, "text", EVENT_TEXT);
	event_lay_out(e);
}

bool meta_key(const char *text, size_t n, size_t *key)
{
	const char *equals = memchr(text, '=', n);

	*key = equals ? (size_t)(equals - text) : 0;
	return equals;
}

int meta_add(struct pages *to, uint64_t time_ns, const char *text, size_t n)
{
	struct event_record *r = malloc(sizeof(*r));
	struct event e;
	int err;

	if (!r)
		return -ENOMEM;
	meta_event(&e, META_ID);
	event_begin(r, &e, 0);
	event_put_text(r, 0, text, n);
	err = pages_add(to, time_ns, r->data, r->used);
	free(r);
	return err;
}

int meta_add_file(struct pages *to, uint64_t time_ns, size_t page_size, const char *name, const char *text, size_t n)
{
	size_t most = page_size / 2 < META_PIECE ? page_size / 2 : META_PIECE;
	char *piece = malloc(most + 300);
	int err = piece ? 0 : -ENOMEM;

	for (size_t at = 0, length; !err && at < n; at += length) {
		int head = snprintf(piece, 256, "file %s=", name);

		length = n - at < most ? n - at : most;
		memcpy(piece + head, text + at, length);
		err = meta_add(to, time_ns, piece, (size_t)head + length);
	}
	free(piece);
	return err;
}
