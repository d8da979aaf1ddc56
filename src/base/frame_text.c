// SPDX-License-Identifier: GPL-2.0-or-later
#include "frame_text.h"

#include <string.h>

static const char *const ends[] = {
	[FRAME_USER] = "", [FRAME_KERNEL] = "_[k]", [FRAME_JIT] = "_[j]", [FRAME_INLINED] = "_[i]", [FRAME_WAKER] = "_[w]",
};

static char clean(char c)
{
	return c == ';' ? ':' : c == '\n' || c == '\r' || c == FRAME_FILE ? ' ' : c;
}

/* At most `most` bytes */
static size_t put(char *to, const char *from, size_t most)
{
	size_t n = 0;

	for (; n < most && from[n]; n++)
		to[n] = clean(from[n]);
	return n;
}

int frame_text(char *to, size_t size, const char *function, const char *file, enum frame_kind kind)
{
	size_t end = strlen(ends[kind]), files = *file ? strnlen(file, 64) + 1 : 0, n;

	if (files + end + 2 > size)
		files = 0;
	n = put(to, function, size - 1 - end - files);
	if (files) {
		to[n++] = FRAME_FILE;
		n += put(to + n, file, files - 1);
	}
	memcpy(to + n, ends[kind], end + 1);
	return (int)(n + end);
}
