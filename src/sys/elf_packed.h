/* SPDX-License-Identifier: GPL-2.0-or-later */
/* elf_packed.h - unpacks an ELF file that is inside another (xz). What is packed is anybody's. Pure but for memory. */
#pragma once

#include <stddef.h>

#define PACKED_MAX (16UL << 20)
#define UNPACKED_MAX (32UL << 20) /* Debian's largest libraries have some 3 MB of symbols */

struct packed {
	char *data; /* to be freed by the caller */
	size_t n;
};

/* 0, or -errno: not xz, larger than UNPACKED_MAX, -ENOTSUP if built without liblzma */
int unpack(struct packed *to, const void *data, size_t n);
