/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * below.h - opens files that others choose, below a folder that may be theirs: no symbolic link is followed, and only
 * regular files are opened. Opening a device or a FIFO can have effects.
 */
#pragma once

/* An O_PATH descriptor, which opens nothing. Negative: there is nothing, or a link on the way */
int below_find(const char *root, const char *path);
/* Opens a regular file for reading, and closes `place`, an O_PATH descriptor or negative. -ENOENT: it is none */
int below_open(int place);
