// SPDX-License-Identifier: GPL-2.0-or-later
#include "bytes.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned char *grow(struct bytes *b, size_t n)
{
	size_t room = b->room ? b->room : 256;
	unsigned char *at;

	while (room - b->n < n)
		room *= 2;
	at = b->failed || room == b->room ? b->at : realloc(b->at, room);
	b->failed |= !at;
	if (b->failed)
		return NULL;
	b->at = at;
	b->room = room;
	b->n += n;
	return at + b->n - n;
}

void bytes_add(struct bytes *b, const void *data, size_t n)
{
	unsigned char *to = grow(b, n);

	if (to && n)
		memcpy(to, data, n);
}

void bytes_zeros(struct bytes *b, size_t n)
{
	unsigned char *to = grow(b, n);

	if (to)
		memset(to, 0, n);
}

void bytes_number(struct bytes *b, uint64_t value, size_t size)
{
	unsigned char *to = grow(b, size);

	if (to)
		bytes_put(to, value, size);
}

void bytes_text(struct bytes *b, const char *format, ...)
{
	char text[1024];
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	if (n > 0)
		bytes_add(b, text, (size_t)n < sizeof(text) ? (size_t)n : sizeof(text) - 1);
}

void bytes_free(struct bytes *b)
{
	free(b->at);
	*b = (struct bytes){0};
}

uint64_t bytes_get(const void *from, size_t size)
{
	const unsigned char *at = from;
	uint64_t value = 0;

	for (size_t i = size; i-- > 0;)
		value = value << 8 | at[i];
	return value;
}

void bytes_put(void *to, uint64_t value, size_t size)
{
	unsigned char *at = to;

	for (size_t i = 0; i < size; i++, value >>= 8)
		at[i] = (unsigned char)value;
}
