/* SPDX-License-Identifier: GPL-2.0-or-later */
/* pack.h - makes a trace.dat of the folder of a recording that has ended. */
#pragma once

#include <stddef.h>

struct pack {
	int folder, file;	  /* file: empty, open for writing */
	const char **formats; /* the folder's "SYSTEM/EVENT"; they become sorted */
	size_t nformats;
	int ncpus;
};

/*
 * Writes the file; the folder stays as it is. What makes the file a trace.dat comes last, so a file that is not
 * finished is none. 0, or -errno: the disk is full
 */
int pack_folder(const struct pack *p);
