/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tracefs_place.h - finds the mount of tracefs without mounting it, as libtracefs would. */
#pragma once

#include <stddef.h>

/* Finds its folder, readable or not. 0, or -errno: -ENOENT without one, -EXDEV if something is mounted over it */
int tracefs_place(char *to, size_t size);
