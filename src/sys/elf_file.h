/* SPDX-License-Identifier: GPL-2.0-or-later */
/* elf_file.h - an ELF file, open for reading, and where its addresses are in it. */
#ifndef KTALLY_ELF_FILE_H
#define KTALLY_ELF_FILE_H

#include <gelf.h>
#include <stdbool.h>
#include <stdint.h>

struct elf_file {
	int fd;
	Elf *elf;
};

/* NULL where it is none, or claims more sections than programs have. Read, not mapped: whoever may write to it may cut
 * it off, and a mapped page that is gone ends this process. elf_end() ends it. */
Elf *elf_file_begin(int fd);
int elf_file_open(struct elf_file *f, const char *path); /* 0 or -errno: -ENOEXEC for another kind of file */
void elf_file_close(struct elf_file *f);

/* Address as linked to offset in the file, which is what uprobes take; in a segment with these flags (PF_X, PF_W) */
bool elf_file_offset(Elf *elf, uint64_t address, unsigned flags, uint64_t *offset);

#endif
