// SPDX-License-Identifier: GPL-2.0-or-later
#include "protobuf.h"

#include <string.h>

enum { VARINT = 0, FIXED64 = 1, LENGTH = 2 };

void protobuf_varint(struct bytes *to, uint64_t value)
{
	unsigned char text[10];
	size_t n = 0;

	for (; value >= 0x80; value >>= 7)
		text[n++] = (unsigned char)(value | 0x80);
	text[n++] = (unsigned char)value;
	bytes_add(to, text, n);
}

static void tag(struct bytes *to, unsigned field, unsigned type)
{
	protobuf_varint(to, field << 3 | type);
}

void protobuf_unsigned(struct bytes *to, unsigned field, uint64_t value)
{
	tag(to, field, VARINT);
	protobuf_varint(to, value);
}

uint64_t protobuf_zigzag(int64_t value)
{
	return ((uint64_t)value << 1) ^ (value < 0 ? UINT64_MAX : 0);
}

void protobuf_signed(struct bytes *to, unsigned field, int64_t value)
{
	protobuf_unsigned(to, field, protobuf_zigzag(value));
}

void protobuf_double(struct bytes *to, unsigned field, double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof(bits));
	tag(to, field, FIXED64);
	bytes_number(to, bits, sizeof(bits));
}

void protobuf_bytes(struct bytes *to, unsigned field, const void *at, size_t n)
{
	tag(to, field, LENGTH);
	protobuf_varint(to, n);
	bytes_add(to, at, n);
}
