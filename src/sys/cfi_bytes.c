// SPDX-License-Identifier: GPL-2.0-or-later
#include "cfi_bytes.h"

#include <string.h>

static void give_up(struct cfi_bytes *b)
{
	b->at = b->end;
	b->bad = true;
}

struct cfi_bytes cfi_block(struct cfi_bytes *b, uint64_t bytes)
{
	struct cfi_bytes block = {b->at, b->at, false};

	if (bytes > (uint64_t)(b->end - b->at)) {
		give_up(b);
		block.bad = true;
		return block;
	}
	b->at += bytes;
	block.end = b->at;
	return block;
}

uint64_t cfi_unsigned(struct cfi_bytes *b, size_t bytes)
{
	struct cfi_bytes block = cfi_block(b, bytes);
	uint64_t value = 0;

	for (unsigned shift = 0; block.at < block.end; shift += 8)
		value |= (uint64_t)*block.at++ << shift;
	return value;
}

int64_t cfi_signed(struct cfi_bytes *b, size_t bytes)
{
	unsigned unused = 64 - 8 * (unsigned)bytes;

	return (int64_t)(cfi_unsigned(b, bytes) << unused) >> unused;
}

/* Bits above the 64th are dropped */
static uint64_t leb(struct cfi_bytes *b, bool with_sign)
{
	uint64_t value = 0;
	unsigned shift = 0;
	uint8_t byte;

	do {
		if (b->at == b->end) {
			give_up(b);
			return 0;
		}
		byte = *b->at++;
		if (shift < 64)
			value |= (uint64_t)(byte & 0x7f) << shift;
		shift += 7;
	} while (byte & 0x80);
	if (with_sign && byte & 0x40 && shift < 64)
		value |= ~0ULL << shift;
	return value;
}

uint64_t cfi_uleb(struct cfi_bytes *b)
{
	return leb(b, false);
}

int64_t cfi_sleb(struct cfi_bytes *b)
{
	return (int64_t)leb(b, true);
}

const char *cfi_string(struct cfi_bytes *b)
{
	const char *text = (const char *)b->at;
	const uint8_t *nul = b->at < b->end ? memchr(b->at, '\0', (size_t)(b->end - b->at)) : NULL;

	if (!nul) {
		give_up(b);
		return "";
	}
	b->at = nul + 1;
	return text;
}
