// SPDX-License-Identifier: GPL-2.0-or-later
#include "page_check.h"

#include <stdint.h>
#include <string.h>

#define HEAD 16 /* timestamp, commit */
#define COMMIT 0x7ffffffULL
#define MISSED (1ULL << 31)

enum { LENGTH_FOLLOWS = 0, PADDING = 29, TIME_EXTEND, TIME_STAMP }; /* types of a record; others: words of data */

/* Bytes of the record at "at"; 0: a part of it is beyond the size */
static size_t record_length(const unsigned char *at, size_t size)
{
	uint32_t words[2] = {0, 0};
	size_t length, type;

	memcpy(words, at, size < sizeof(words) ? size : sizeof(words));
	type = words[0] & 31;
	if (type == LENGTH_FOLLOWS) /* it counts its own word */
		length = words[1] < 4 ? 0 : 4 + (((size_t)words[1] + 3) & ~(size_t)3);
	else if (type == PADDING)
		length = 4 + (size_t)words[1];
	else
		length = type == TIME_EXTEND || type == TIME_STAMP ? 8 : 4 + 4 * type;
	return length <= size ? length : 0;
}

bool page_check(unsigned char *page, size_t size)
{
	uint64_t commit;
	size_t end, whole = 0;

	memcpy(&commit, page + 8, sizeof(commit));
	end = (size_t)(commit & COMMIT);
	if (end > size - HEAD) {
		commit = 0;
	} else {
		for (size_t n = 1; n && whole < end; whole += n)
			n = record_length(page + HEAD + whole, end - whole);
		if (whole == end)
			return true;
		commit = (commit & MISSED) | whole;
	}
	memcpy(page + 8, &commit, sizeof(commit));
	return false;
}
