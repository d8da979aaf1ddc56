/* SPDX-License-Identifier: GPL-2.0-or-later */
/* full_path.h - a path put together from the folders that it starts in. Pure. */
#ifndef KTALLY_FULL_PATH_H
#define KTALLY_FULL_PATH_H

#include <ktally/opensnoop.h>
#include <stddef.h>

/* "[...]" in front: there are more folders above. The length that it would need, as snprintf() */
int full_path(char *to, size_t size, const struct open_row *row);

#endif
