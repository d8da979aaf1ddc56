// SPDX-License-Identifier: GPL-2.0-or-later
#include "elf_file.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int elf_file_open(struct elf_file *f, const char *path)
{
	f->fd = open(path, O_RDONLY | O_CLOEXEC);
	if (f->fd < 0)
		return -errno;
	elf_version(EV_CURRENT);
	f->elf = elf_begin(f->fd, ELF_C_READ, NULL);
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
