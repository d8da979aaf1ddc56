/* SPDX-License-Identifier: GPL-2.0-or-later */
/* build_id.h - the number by which a program and its debug information know each other (ELF note NT_GNU_BUILD_ID). */
#pragma once

#include <libelf.h>
#include <stdbool.h>
#include <stddef.h>

#define BUILD_ID_MOST 64

struct build_id {
	unsigned char bytes[BUILD_ID_MOST];
	size_t n; /* 0: there is none */
};

bool build_id_of(struct build_id *to, Elf *elf);
/* Of a file that has nothing but notes, as /sys/kernel/notes */
bool build_id_of_notes(struct build_id *to, const char *path);
bool build_id_same(const struct build_id *a, const struct build_id *b);
/* "ab/cdef" between `before` and `after`, as snprintf() */
int build_id_path(char *to, size_t size, const char *before, const struct build_id *id, const char *after);
