/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stream.h - a recording that flows through a pipe: `--record -`. A trace.dat cannot: in version 6 as in version 7
 * the pages of each CPU stand together, and a table before them says how many there are, so it is written last.
 * This is the folder of a recording instead: STREAM_MAGIC, then pieces, each a name (a length of 2 bytes, the name), a
 * length of 4 bytes, and the bytes to be added to the file of that name. It may end anywhere. `ktally report -` and
 * --replay read it, from a pipe or a file.
 *
 * A piece of "cpuN.pages" is one page; zeros at its end are left out.
 */
#pragma once

#include "base/why.h"

#include <stddef.h>

#define STREAM_MAGIC "ktallyS1\n" /* not longer than a trace.dat's */

/* What stands before n bytes of a file. Returns its length; 0: the name is too long */
#define STREAM_HEAD_MAX 300
size_t stream_head(unsigned char *to, const char *name, size_t n);

/* Copies what comes from a descriptor to a file without a name. Its descriptor, or -errno with *why set */
int stream_spool(int from, struct why *why);
