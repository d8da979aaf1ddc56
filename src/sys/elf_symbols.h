/* SPDX-License-Identifier: GPL-2.0-or-later */
/* elf_symbols.h - visits the functions in an ELF file's symbol tables. */
#pragma once

#include <gelf.h>
#include <stdbool.h>
#include <stdint.h>

struct elf_symbol {
	const char *name;
	uint64_t offset, size; /* the offset is in the file, as uprobes take it, not the address as linked */
	bool chooses;		   /* STT_GNU_IFUNC: this function only chooses the one of this name */
};

/*
 * Reads the symbols of `tables` and the segments of `elf`; they differ for separate debug files. Stops when
 * visit() returns non-zero, and returns that value. Names are valid until elf_end(tables).
 */
int elf_symbols_visit(Elf *elf, Elf *tables, int (*visit)(void *arg, const struct elf_symbol *symbol), void *arg);
/* Address of the code as linked minus its offset in the file */
uint64_t elf_code_bias(Elf *elf);
/*
 * Path of the separate debug file, which may not exist: /usr/lib/debug/.build-id/ab/cdef.debug. False: the file
 * has no build ID.
 */
bool elf_debug_path(Elf *elf, char *path, size_t size);
/* The contents of a section of at most so many bytes; NULL: there is none. Valid until elf_end(elf) */
const Elf_Data *elf_section_data(Elf *elf, const char *name, uint64_t most);
