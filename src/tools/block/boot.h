/* SPDX-License-Identifier: GPL-2.0-or-later */
/* boot.h - what block I/O tools have in common while the kernel boots. */
#pragma once

#include "key.h"
#include "rules.h"

struct boot_config;

/* Which requests: all that have data, or those of -d. Or notes in *b what a boot cannot do of these options: the
 * kernel's events do not tell for whom a request is, and which types they show differs. 0 or -errno */
int block_boot_filter(const struct session *s, struct boot_config *b, const struct block_wish *by, char *to,
					  size_t size);
