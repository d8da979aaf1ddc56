/* SPDX-License-Identifier: GPL-2.0-or-later */
/* elf_symbols.h - the functions in an ELF file's symbol tables, one after another. */
#ifndef KTALLY_ELF_SYMBOLS_H
#define KTALLY_ELF_SYMBOLS_H

#include <gelf.h>
#include <stdbool.h>
#include <stdint.h>

struct elf_symbol {
	const char *name;
	uint64_t offset, size; /* in the file, which is what uprobes take; not its address as linked */
	bool chooses;		   /* no function of this name, but one that chooses it (STT_GNU_IFUNC) */
};

/* `visit` stops with anything but 0, which is returned. `tables`: whose symbols, `elf`: whose segments */
int elf_symbols_visit(Elf *elf, Elf *tables, int (*visit)(void *arg, const struct elf_symbol *symbol), void *arg);
/* Where the code lies as linked, less its offset in the file */
uint64_t elf_code_bias(Elf *elf);
/* Where what stripping took away may be: /usr/lib/debug/.build-id/ab/cdef.debug, by the note that the linker wrote */
bool elf_debug_path(Elf *elf, char *path, size_t size);

#endif
