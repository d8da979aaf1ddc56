/* SPDX-License-Identifier: GPL-2.0-or-later */
/* full_path.h - a path put together from the folders that it starts in. Pure. */
#pragma once

#include <ktally/opensnoop.h>
#include <stddef.h>

/* A leading "[...]" stands for more folders above. The length that the text needs, as snprintf() returns it */
int full_path(char *to, size_t size, const struct open_row *row);
