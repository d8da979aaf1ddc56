/* SPDX-License-Identifier: GPL-2.0-or-later */
/* near.h - which of the names that there are may have been meant. Pure. */
#ifndef KTALLY_PROBE_NEAR_H
#define KTALLY_PROBE_NEAR_H

#include <stddef.h>

#define NEAR_NAMES 6

struct near {
	const char *wanted;
	size_t length;
	unsigned n, all; /* kept, and seen */
	struct {
		const char *name; /* not copied */
		unsigned distance;
	} names[NEAR_NAMES]; /* nearest first */
};

void near_add(struct near *n, const char *name);
/* "f_inode, f_iocb_flags, ..."; "nothing" where no name was seen */
int near_text(char *to, size_t size, const struct near *n);

#endif
