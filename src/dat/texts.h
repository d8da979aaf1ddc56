/* SPDX-License-Identifier: GPL-2.0-or-later */
/* texts.h - texts that stay: the same bytes are at the same place, so places can be compared. Pure. */
#pragma once

#include <stddef.h>

struct texts;

/* Where the bytes are from now on; "" without memory, or where there is too much. *texts begins as NULL. */
const char *texts_keep(struct texts **texts, const char *at, size_t n);
void texts_free(struct texts *texts);
