// SPDX-License-Identifier: GPL-2.0-or-later
#include "frame_text.h"

#include <string.h>

static const char *const ends[] = {
	[FRAME_USER] = "",		  [FRAME_KERNEL] = "_[k]", [FRAME_JIT] = "_[j]",
	[FRAME_INLINED] = "_[i]", [FRAME_WAKER] = "_[w]",  [FRAME_COMMAND] = "",
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

const char *frame_end(enum frame_kind kind)
{
	return ends[kind];
}

/* An end of nothing is none. */
static enum frame_kind take_kind(const char *text, size_t *n)
{
	for (enum frame_kind kind = FRAME_KERNEL; kind <= FRAME_WAKER; kind++) {
		size_t end = strlen(ends[kind]);

		if (*n > end && !memcmp(text + *n - end, ends[kind], end)) {
			*n -= end;
			return kind;
		}
	}
	return FRAME_USER;
}

void frame_read(struct frame *f, const char *text, size_t n)
{
	const char *file;

	f->function = text;
	f->kind = take_kind(text, &n);
	file = memchr(text, FRAME_FILE, n);
	f->function_n = file ? (size_t)(file - text) : n;
	f->file = file ? file + 1 : "";
	f->file_n = file ? n - f->function_n - 1 : 0;
}

struct frames frames_of(const char *folded, size_t n, bool inwards)
{
	return (struct frames){.at = folded, .end = folded + n, .inwards = inwards};
}

bool frames_next(struct frames *f, const char **text, size_t *n)
{
	size_t left = (size_t)(f->end - f->at);
	const char *stop;

	if (!f->at)
		return false;
	if (f->inwards) {
		stop = memchr(f->at, ';', left);
		*text = f->at;
		*n = stop ? (size_t)(stop - f->at) : left;
		f->at = stop ? stop + 1 : NULL;
		return true;
	}
	stop = memrchr(f->at, ';', left);
	*text = stop ? stop + 1 : f->at;
	*n = (size_t)(f->end - *text);
	f->end = stop;
	f->at = stop ? f->at : NULL;
	return true;
}
