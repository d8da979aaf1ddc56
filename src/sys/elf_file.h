/* SPDX-License-Identifier: GPL-2.0-or-later */
/* elf_file.h - opens an ELF file for reading, and finds addresses in it. */
#pragma once

#include <gelf.h>
#include <stdbool.h>
#include <stdint.h>

struct elf_file {
	int fd;
	Elf *elf;
};

/*
 * Returns NULL if the file is shorter than an ELF header, has no sections, or claims more than any program has.
 * The caller checks elf_kind() and calls elf_end(). The file is read, not mapped: somebody could truncate it, and
 * touching a lost page would kill this process.
 */
Elf *elf_file_begin(int fd);
Elf *elf_image_begin(char *image, size_t size);			 /* The same in memory, to which libelf may write */
int elf_file_open(struct elf_file *f, const char *path); /* 0 or -errno; -ENOEXEC: not an ELF file */
void elf_file_close(struct elf_file *f);

/* Turns an address as linked into a file offset, for uprobes. Its segment must have one of these flags (PF_X). */
bool elf_file_offset(Elf *elf, uint64_t address, unsigned flags, uint64_t *offset);
