/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tracefs_place.h - where tracefs is mounted, without mounting it, which libtracefs does when it is asked. */
#ifndef KTALLY_TRACEFS_PLACE_H
#define KTALLY_TRACEFS_PLACE_H

#include <stddef.h>

/* Its folder, readable or not: 0, -ENOENT, or -EXDEV where something is mounted over it */
int tracefs_place(char *to, size_t size);

#endif
