// SPDX-License-Identifier: GPL-2.0-or-later
#include "elf_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <unistd.h>

/* True if both bytes of a 16-bit field are this one, so the byte order does not matter. */
static bool is_pair(const unsigned char *at, unsigned char byte)
{
	return at[0] == byte && at[1] == byte;
}

#define HEADER_SIZE (EI_NIDENT + 48)

/*
 * libelf allocates room for every section that the file claims. Above 65,279 sections the number lies outside the
 * header, and a sparse file can claim billions at no cost. No program has so many.
 */
static bool counts_are_sane(const unsigned char header[HEADER_SIZE])
{
	bool is32 = header[EI_CLASS] == ELFCLASS32;

	return !is_pair(header + (is32 ? offsetof(Elf32_Ehdr, e_phnum) : offsetof(Elf64_Ehdr, e_phnum)), 0xff) &&
		   !is_pair(header + (is32 ? offsetof(Elf32_Ehdr, e_shnum) : offsetof(Elf64_Ehdr, e_shnum)), 0);
}

Elf *elf_file_begin(int fd)
{
	unsigned char header[HEADER_SIZE];

	elf_version(EV_CURRENT);
	if (pread(fd, header, sizeof(header), 0) != (ssize_t)sizeof(header) || !counts_are_sane(header))
		return NULL;
	return elf_begin(fd, ELF_C_READ, NULL);
}

Elf *elf_image_begin(char *image, size_t size)
{
	elf_version(EV_CURRENT);
	return size >= HEADER_SIZE && counts_are_sane((const unsigned char *)image) ? elf_memory(image, size) : NULL;
}

int elf_file_open(struct elf_file *f, const char *path)
{
	f->fd = open(path, O_RDONLY | O_CLOEXEC);
	if (f->fd < 0)
		return -errno;
	f->elf = elf_file_begin(f->fd);
	if (f->elf && elf_kind(f->elf) == ELF_K_ELF)
		return 0;
	elf_file_close(f);
	return -ENOEXEC;
}

void elf_file_close(struct elf_file *f)
{
	elf_end(f->elf);
	close(f->fd);
}

bool elf_file_offset(Elf *elf, uint64_t address, unsigned flags, uint64_t *offset)
{
	size_t n = 0;
	GElf_Phdr segment;

	elf_getphdrnum(elf, &n);
	for (size_t i = 0; i < n; i++) {
		if (!gelf_getphdr(elf, (int)i, &segment) || segment.p_type != PT_LOAD || !(segment.p_flags & flags))
			continue;
		if (address < segment.p_vaddr || address >= segment.p_vaddr + segment.p_memsz)
			continue;
		*offset = address - segment.p_vaddr + segment.p_offset;
		return true;
	}
	return false;
}
