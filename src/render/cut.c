// SPDX-License-Identifier: GPL-2.0-or-later
#include "cut.h"

#include "base/units.h"

#include <string.h>

/* Bytes of the character or the escape at `text` */
static size_t piece_length(const char *text, size_t left)
{
	size_t n = 1;

	if (*text == '\\')
		n = left > 1 && text[1] == 'x' ? 4 : 2;
	else
		while (n < left && ((unsigned char)text[n] & 0xc0) == 0x80)
			n++;
	return n < left ? n : left;
}

/* An escape is ASCII, and each of its bytes takes a column. */
static int piece_width(const char *text, size_t n)
{
	return *text == '\\' ? (int)n : 1;
}

/* The bytes at the beginning of the text that fit `width` columns */
static size_t fitting(const char *text, size_t length, int width)
{
	size_t at = 0;

	while (at < length) {
		size_t n = piece_length(text + at, length - at);

		width -= piece_width(text + at, n);
		if (width < 0)
			break;
		at += n;
	}
	return at;
}

size_t cut_text(char *text, size_t length, int width)
{
	const char *mark = units_cut();
	size_t at;

	if (width < 1 || fitting(text, length, width) == length)
		return length;
	at = fitting(text, length, width - 1);
	strcpy(text + at, mark);
	return at + strlen(mark);
}

size_t cut_piece(const char *text, size_t length, int width)
{
	size_t at = fitting(text, length, width), space = at;

	if (at == length)
		return length;
	if (!at)
		return piece_length(text, length); /* an escape, in fewer columns than it has */
	while (space > at / 2 && text[space - 1] != ' ')
		space--;
	return space > at / 2 ? space : at;
}
