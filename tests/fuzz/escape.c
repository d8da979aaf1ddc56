// SPDX-License-Identifier: GPL-2.0-or-later
/* Untrusted bytes for every sink. Input: 1 byte that limits the room, then the bytes. */
#include "fuzz.h"

#include "base/escape.h"

#include <string.h>

static bool visible(unsigned cp)
{
	return cp >= 0x20 && cp != 0x7f && (cp < 0x80 || cp > 0x9f) && (cp < 0x202a || cp > 0x202e);
}

/* The text is one line of valid UTF-8 without controls and fits into its room; in JSON every quote is escaped */
static void check(const char *text, size_t length, size_t size, bool json)
{
	unsigned cp;

	MUST(length < size && text[length] == '\0' && strlen(text) == length);
	for (size_t at = 0, n; at < length; at += n) {
		n = utf8_decode(text + at, length - at, &cp);
		MUST(n && visible(cp));
		MUST(!json || cp != '"');
		if (cp == '\\') {
			MUST(at + 1 < length);
			n = 2;
		}
	}
}

/* Markup is escaped too. */
static void check_xml(const char *text, size_t length, size_t size)
{
	unsigned cp;

	MUST(length < size && text[length] == '\0' && strlen(text) == length && !strpbrk(text, "<>\"'"));
	for (size_t at = 0, n; at < length; at += n) {
		n = utf8_decode(text + at, length - at, &cp);
		MUST(n && visible(cp));
	}
	for (const char *at = text; (at = strchr(at, '&')); at++)
		MUST(at[1] == '#' && strchr(at, ';'));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input in = {data, size};
	size_t cut = (size_t)input_number(&in, 1), n = in.left, room = ESCAPED_SIZE(n), length;
	char *to = malloc(room), *from = malloc(n ? n : 1);

	MUST(to && from);
	memcpy(from, in.at, n);
	length = escape_text(to, room, from, n);
	check(to, length, room, false);
	length = escape_json(to, room, from, n);
	check(to, length, room, true);
	room = room > cut ? room - cut : 1;
	length = escape_text(to, room, from, n);
	check(to, length, room, false);
	length = escape_json(to, room, from, n);
	check(to, length, room, true);
	length = escape_xml(to, room, from, n);
	check_xml(to, length, room);
	free(to);
	free(from);
	return 0;
}
