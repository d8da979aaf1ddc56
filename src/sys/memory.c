// SPDX-License-Identifier: GPL-2.0-or-later
#include "memory.h"

#include <link.h>
#include <malloc.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

/*
 * Read-only segments are the same as in the file. In the others the dynamic linker has changed pages, even in
 * those that it made read-only afterwards.
 */
static int give_back(struct dl_phdr_info *object, size_t size, void *unused)
{
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);

	(void)size, (void)unused;
	for (int i = 0; i < object->dlpi_phnum; i++) {
		const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
		uintptr_t from = object->dlpi_addr + segment->p_vaddr, to = from + segment->p_memsz;

		if (segment->p_type != PT_LOAD || segment->p_flags & PF_W)
			continue;
		from &= ~(page - 1);
		madvise((void *)from, to - from, MADV_DONTNEED); /* works for the vDSO too */
	}
	return 0;
}

void memory_give_back(void)
{
	malloc_trim(0);
	dl_iterate_phdr(give_back, NULL);
}
