// SPDX-License-Identifier: GPL-2.0-or-later
#include "elf_packed.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#ifdef KTALLY_HAS_liblzma
#include <lzma.h>

#define DECODER_MAX (24UL << 20) /* xz -7 needs 17 MB */
#define FIRST (256UL << 10)

static int more_room(struct packed *to, size_t *room)
{
	size_t larger = *room ? 2 * *room : FIRST;
	char *data = larger > UNPACKED_MAX ? NULL : realloc(to->data, larger);

	if (!data)
		return -E2BIG;
	to->data = data;
	*room = larger;
	return 0;
}

static int decode(struct packed *to, lzma_stream *stream)
{
	size_t room = 0;
	lzma_ret got = LZMA_OK;

	while (got == LZMA_OK) {
		if (to->n == room && more_room(to, &room))
			return -E2BIG;
		stream->next_out = (uint8_t *)to->data + to->n;
		stream->avail_out = room - to->n;
		got = lzma_code(stream, LZMA_FINISH);
		to->n = room - stream->avail_out;
	}
	return got == LZMA_STREAM_END ? 0 : -EBADMSG;
}

int unpack(struct packed *to, const void *data, size_t n)
{
	lzma_stream stream = LZMA_STREAM_INIT;
	int err = lzma_stream_decoder(&stream, DECODER_MAX, 0) == LZMA_OK ? 0 : -ENOMEM;

	*to = (struct packed){0};
	stream.next_in = data;
	stream.avail_in = n;
	if (!err)
		err = decode(to, &stream);
	lzma_end(&stream);
	if (err) {
		free(to->data);
		*to = (struct packed){0};
	}
	return err;
}

#else

int unpack(struct packed *to, const void *data, size_t n)
{
	(void)data;
	(void)n;
	*to = (struct packed){0};
	return -ENOTSUP;
}

#endif
