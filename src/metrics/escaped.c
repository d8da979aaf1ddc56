// SPDX-License-Identifier: GPL-2.0-or-later
#include "escaped.h"

#include "base/escape.h"

#include <string.h>

#define REPLACED "\xef\xbf\xbd" /* U+FFFD */

/* One character into *to. How many bytes of the text it was */
static size_t escape_one(struct bytes *to, const char *text, size_t n, enum expose_place place)
{
	unsigned cp = 0;
	size_t length = utf8_decode(text, n, &cp);

	if (*text == '\n' && place != PLACE_MESSAGE)
		bytes_add(to, "\\n", 2);
	else if ((*text == '\\' && place != PLACE_MESSAGE) || (*text == '"' && place == PLACE_QUOTED))
		bytes_add(to, (const char[]){'\\', *text}, 2);
	else if (!length || cp < ' ' || (cp >= 0x7f && cp < 0xa0))
		bytes_add(to, REPLACED, 3);
	else
		bytes_add(to, text, length);
	return length ? length : 1;
}

/* Most texts have nothing to escape. */
static bool is_plain(const char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text < ' ' || (unsigned char)*text >= 0x7f || *text == '"' || *text == '\\')
			return false;
	return true;
}

void expose_escaped(struct bytes *to, const char *text, enum expose_place place)
{
	size_t n = strlen(text);

	if (is_plain(text)) {
		bytes_add(to, text, n);
		return;
	}
	for (size_t at = 0; at < n;)
		at += escape_one(to, text + at, n - at, place);
}
