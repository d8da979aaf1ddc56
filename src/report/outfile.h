/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * outfile.h - a new file that is written from its beginning to its end, for exports that standard output cannot take.
 * It never follows a link and never overwrites. The first error is kept, and nothing is written after it.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct outfile {
	int fd, err;
	uint64_t at; /* bytes so far */
	size_t n;	 /* of them not yet written */
	unsigned char buffer[1 << 16];
};

/* folder: a descriptor, or AT_FDCWD. 0 or -errno */
int outfile_create(struct outfile *f, int folder, const char *name);
/* A file without a name in the folder, to write and to read */
int outfile_scratch(struct outfile *f, int folder);
void outfile_add(struct outfile *f, const void *data, size_t n);
/* Writes over what was added before */
void outfile_put(struct outfile *f, uint64_t at, const void *data, size_t n);
int outfile_flush(struct outfile *f); /* 0, or the first error */
int outfile_close(struct outfile *f); /* the same; f may be all zero but for fd: -1 */
