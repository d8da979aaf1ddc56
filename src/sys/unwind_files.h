/* SPDX-License-Identifier: GPL-2.0-or-later */
/* unwind_files.h - the ELF files that code is mapped from, kept open while unwind.h needs them. */
#pragma once

#include "mappings.h"

#include <libelf.h>
#include <stdint.h>

struct unwind_file;

/* The file of a mapping; NULL: it cannot be read, or it is no ELF file. */
struct unwind_file *unwind_file_of(const struct mapping *m, uint32_t pid);
Elf *unwind_file_elf(const struct unwind_file *f);
/* Where the file's address 0 is, and the start of its first segment. False: no segment of code is mapped there */
bool unwind_file_place(const struct unwind_file *f, const struct mapping *m, uint64_t *bias, uint64_t *first);
/* No more can be opened: all must be dropped, by whoever uses them first. */
bool unwind_files_full(void);
void unwind_files_drop(void);
