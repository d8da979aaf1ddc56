// SPDX-License-Identifier: GPL-2.0-or-later
#include "out.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct text_out out_to(char *to, size_t size)
{
	struct text_out o = {.to = to, .size = size};

	if (size)
		to[0] = '\0';
	return o;
}

static void add(struct text_out *o, const char *text, size_t n)
{
	size_t room = o->size > o->length ? o->size - o->length - 1 : 0;

	if (n > room) {
		n = room;
		o->cut = true;
	}
	if (!o->size)
		return;
	memcpy(o->to + o->length, text, n);
	o->length += n;
	o->to[o->length] = '\0';
}

void out_char(struct text_out *o, char c)
{
	add(o, &c, 1);
}

void out_text(struct text_out *o, const char *text)
{
	add(o, text, strlen(text));
}

void out_format(struct text_out *o, const char *format, ...)
{
	char text[256];
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	if (n > 0)
		add(o, text, strlen(text));
}

void out_hex(struct text_out *o, uint64_t value)
{
	out_format(o, "%#" PRIx64, value);
}

void out_octal(struct text_out *o, uint64_t value)
{
	out_format(o, "%#03" PRIo64, value);
}

static size_t octal(char *to, unsigned char c, bool digit_follows)
{
	char digits[] = {(char)('0' + (c >> 6)), (char)('0' + (c >> 3 & 7)), (char)('0' + (c & 7))};
	size_t from = digit_follows || digits[0] != '0' ? 0 : digits[1] != '0' ? 1 : 2;

	to[0] = '\\';
	memcpy(to + 1, digits + from, 3 - from);
	return 4 - from;
}

static size_t letter(char *to, unsigned char c)
{
	static const char from[] = "\"\\\f\n\r\t\v", letters[] = "\"\\fnrtv";
	const char *at = c ? strchr(from, c) : NULL;

	if (!at)
		return 0;
	to[0] = '\\';
	to[1] = letters[at - from];
	return 2;
}

static bool printable(unsigned char c)
{
	return c >= ' ' && c < 0x7f;
}

static bool all_ascii(const unsigned char *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!printable(bytes[i]) && !(bytes[i] >= '\t' && bytes[i] <= '\r'))
			return false;
	return true;
}

void out_escaped(struct text_out *o, const void *bytes, size_t n, enum out_hex hex)
{
	const unsigned char *at = bytes;
	bool all_hex = hex == OUT_HEX || (hex == OUT_HEX_NON_ASCII && !all_ascii(at, n));

	for (size_t i = 0; i < n && !o->cut; i++) {
		char text[8];
		size_t length = 0;

		if (all_hex)
			length = (size_t)snprintf(text, sizeof(text), "\\x%02x", at[i]);
		else
			length = letter(text, at[i]);
		if (!length && printable(at[i]))
			text[length++] = (char)at[i];
		if (!length)
			length = octal(text, at[i], i + 1 < n && at[i + 1] >= '0' && at[i + 1] <= '7');
		add(o, text, length);
	}
}
