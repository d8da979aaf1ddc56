/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * near.h - the names that are most like a wrong one, to suggest them: the nearest one if it is near enough (`struct
 * nearest`), or the first few of a short list (`struct near`). A letter that is missing, too many or wrong, and two
 * letters in the wrong order, are a distance of 1 (Damerau and Levenshtein). Pure.
 */
#pragma once

#include <stddef.h>

#define NEAREST_NAME 128 /* a longer name is not suggested */

/* Copies what it keeps */
struct nearest {
	char wanted[NEAREST_NAME], name[NEAREST_NAME];
	unsigned distance; /* of name; without a name, the most that is allowed */
};

void nearest_begin(struct nearest *n, const char *wanted);
void nearest_offer(struct nearest *n, const char *name);
/* The nearest of the names that were offered; of several, the one that begins like the wrong one for the longest, and
 * of those the first. NULL: none is near enough to be meant */
const char *nearest_name(const struct nearest *n);
/* "; did you mean vfs_read?" for the end of a message, or "". Never cut in NEAREST_HINT bytes. As snprintf() */
#define NEAREST_HINT (NEAREST_NAME + 24)
int nearest_hint(char *to, size_t size, const struct nearest *n);

#define NEAR_NAMES 6

struct near {
	const char *wanted;
	size_t length;
	unsigned n, all; /* kept, and added */
	struct {
		const char *name; /* not copied */
		unsigned distance;
	} names[NEAR_NAMES]; /* nearest first */
};

void near_add(struct near *n, const char *name);
/* "f_inode, f_iocb_flags, ..."; "nothing" if no name was added. As snprintf() */
int near_text(char *to, size_t size, const struct near *n);
