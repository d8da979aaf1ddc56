// SPDX-License-Identifier: GPL-2.0-or-later
#include "escape.h"

#include <stdio.h>
#include <string.h>

static bool ascii_text, ascii_json;

void escape_ascii(bool in_text, bool in_json)
{
	ascii_text = in_text;
	ascii_json = in_json;
}

static size_t sequence_length(unsigned char lead)
{
	if (lead < 0x80)
		return 1;
	if (lead >= 0xc2 && lead < 0xe0)
		return 2;
	if (lead >= 0xe0 && lead < 0xf0)
		return 3;
	return lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
}

size_t utf8_decode(const char *s, size_t n, unsigned *cp)
{
	static const unsigned smallest[] = {0, 0, 0x80, 0x800, 0x10000};
	const unsigned char *u = (const unsigned char *)s;
	size_t len = n ? sequence_length(u[0]) : 0;
	unsigned value;

	if (!len || len > n)
		return 0;
	value = len == 1 ? u[0] : u[0] & (0xffu >> (len + 1));
	for (size_t i = 1; i < len; i++) {
		if ((u[i] & 0xc0) != 0x80)
			return 0;
		value = value << 6 | (u[i] & 0x3f);
	}
	if (value < smallest[len] || value > 0x10ffff || (value >= 0xd800 && value < 0xe000))
		return 0;
	*cp = value;
	return len;
}

/* True if a terminal may get this character: not a control, a separator, bidirectional or invisible. */
static bool printable(unsigned cp)
{
	if (cp < 0x20 || (cp >= 0x7f && cp < 0xa0))
		return false;
	if (cp == 0xad || cp == 0x61c || (cp >= 0x200b && cp <= 0x200f) || (cp >= 0x2028 && cp <= 0x202e))
		return false;
	if ((cp >= 0x2060 && cp <= 0x206f) || cp == 0xfeff || (cp >= 0xfff0 && cp <= 0xfffb))
		return false;
	return (cp & 0xfffe) != 0xfffe && !(cp >= 0xe0000 && cp <= 0xe0fff);
}

static size_t text_byte(char *to, unsigned char c)
{
	switch (c) {
	case '\\':
		return sprintf(to, "\\\\");
	case '\n':
		return sprintf(to, "\\n");
	case '\t':
		return sprintf(to, "\\t");
	case '\r':
		return sprintf(to, "\\r");
	default:
		return sprintf(to, "\\x%02x", c);
	}
}

/* Escapes one character, or one byte that is no UTF-8, into at most 16 bytes. *used: bytes read */
static size_t text_piece(char *piece, const char *s, size_t n, size_t *used)
{
	unsigned cp = 0;
	size_t len = utf8_decode(s, n, &cp), out = 0;

	*used = len ? len : 1;
	if (len && printable(cp) && cp != '\\' && (cp < 0x80 || !ascii_text)) {
		memcpy(piece, s, len);
		return len;
	}
	for (size_t i = 0; i < *used; i++)
		out += text_byte(piece + out, (unsigned char)s[i]);
	return out;
}

static size_t json_piece(char *piece, const char *s, size_t n, size_t *used)
{
	unsigned cp = 0;
	size_t len = utf8_decode(s, n, &cp);

	*used = len ? len : 1;
	if (!len)
		return sprintf(piece, "\\udc%02x", (unsigned char)*s);
	if (cp == '"' || cp == '\\')
		return sprintf(piece, "\\%c", cp);
	if (cp < 0x10000 && (!printable(cp) || (ascii_json && cp >= 0x80)))
		return sprintf(piece, "\\u%04x", cp);
	if (cp >= 0x10000 && ascii_json)
		return sprintf(piece, "\\u%04x\\u%04x", 0xd7c0 + (cp >> 10), 0xdc00 + (cp & 0x3ff));
	memcpy(piece, s, len);
	return len;
}

static size_t xml_piece(char *piece, const char *s, size_t n, size_t *used)
{
	unsigned cp = 0;
	size_t len = utf8_decode(s, n, &cp);

	*used = len ? len : 1;
	if (!len || !printable(cp))
		return sprintf(piece, "\xef\xbf\xbd"); /* U+FFFD, the replacement character */
	if (strchr("&<>\"'", *s))
		return sprintf(piece, "&#%u;", cp);
	memcpy(piece, s, len);
	return len;
}

/* Number of bytes from s on that no sink escapes */
static size_t plain_run(const char *s, size_t n)
{
	size_t i = 0;

	while (i < n && s[i] >= ' ' && s[i] < 0x7f && !strchr("\"\\&<>'", s[i]))
		i++;
	return i;
}

static size_t escape(char *to, size_t size, const char *from, size_t n,
					 size_t (*make)(char *, const char *, size_t, size_t *))
{
	size_t at = 0, used;
	char piece[32];

	n = strnlen(from, n);
	while (n) {
		size_t len = plain_run(from, n < size - at ? n : size - at);

		if (len && at + len < size) { /* nearly all text is plain: copies a whole run of it */
			memcpy(to + at, from, len);
			at += len;
			from += len;
			n -= len;
			continue;
		}
		len = make(piece, from, n, &used);
		if (at + len >= size)
			break;
		memcpy(to + at, piece, len);
		at += len;
		from += used;
		n -= used;
	}
	if (size)
		to[at] = '\0';
	return at;
}

size_t escape_text(char *to, size_t size, const char *from, size_t n)
{
	return escape(to, size, from, n, text_piece);
}

size_t escape_json(char *to, size_t size, const char *from, size_t n)
{
	return escape(to, size, from, n, json_piece);
}

size_t escape_xml(char *to, size_t size, const char *from, size_t n)
{
	return escape(to, size, from, n, xml_piece);
}
