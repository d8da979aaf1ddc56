/* SPDX-License-Identifier: GPL-2.0-or-later */
/* picture_file.h - the files that --svg and the like make, beside what is printed. */
#pragma once

/*
 * Opens and empties it, while that is still permitted. An old file is replaced. A link is not followed, and what has
 * another name is not overwritten. option: its name without "--". A descriptor, or -errno after a message
 */
int picture_file_open(const char *option, const char *path);
