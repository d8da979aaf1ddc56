/* SPDX-License-Identifier: GPL-2.0-or-later */
/* near.h - the names that are most like a wrong one, to suggest them. Pure. */
#pragma once

#include <stddef.h>

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
