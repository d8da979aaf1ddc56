// SPDX-License-Identifier: GPL-2.0-or-later
#include "unwind_files.h"

#include "elf_file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#define uthash_fatal(msg) abort()
#include <uthash.h>

#define FILES_MAX 256 /* descriptors */

struct unwind_file {
	UT_hash_handle hh;
	struct {
		uint64_t inode; /* 0: the vDSO */
		uint32_t major, minor;
		uint64_t size; /* of the vDSO, which differs with the width; else 0 */
	} key;
	int fd;
	Elf *elf; /* NULL: not to be read */
	char *image;
};

static struct unwind_file *files;

bool unwind_files_full(void)
{
	return HASH_COUNT(files) >= FILES_MAX;
}

/* All processes of one width have the same vDSO, so this reads our own. libelf may write to an image. */
static void read_vdso(struct unwind_file *f)
{
	const void *image = (const void *)getauxval(AT_SYSINFO_EHDR);
	const struct mapping *here = NULL;
	struct mappings own;

	if (!image || mappings_read(&own, (uint32_t)getpid(), false))
		return;
	here = mappings_find(&own, (uint64_t)(uintptr_t)image);
	if (here && here->end - here->start == f->key.size)
		f->image = malloc(f->key.size);
	if (f->image)
		f->elf = elf_memory(memcpy(f->image, image, f->key.size), f->key.size);
	mappings_free(&own);
}

static void read_file(struct unwind_file *f, const struct mapping *m, uint32_t pid)
{
	f->fd = mapping_open(m, pid);
	if (f->fd >= 0)
		f->elf = elf_file_begin(f->fd);
	if (f->elf && elf_kind(f->elf) == ELF_K_ELF)
		return;
	elf_end(f->elf);
	f->elf = NULL;
	if (f->fd >= 0)
		close(f->fd);
	f->fd = -1;
}

struct unwind_file *unwind_file_of(const struct mapping *m, uint32_t pid)
{
	bool is_vdso = !strcmp(m->path, "[vdso]");
	struct unwind_file *f, *made = calloc(1, sizeof(*made));

	if (!made || (!m->inode && !is_vdso)) {
		free(made);
		return NULL;
	}
	made->fd = -1;
	made->key.inode = is_vdso ? 0 : m->inode;
	made->key.major = is_vdso ? 0 : m->major;
	made->key.minor = is_vdso ? 0 : m->minor;
	made->key.size = is_vdso ? m->end - m->start : 0;
	HASH_FIND(hh, files, &made->key, sizeof(made->key), f);
	if (f || unwind_files_full()) {
		free(made);
		return f && f->elf ? f : NULL;
	}
	elf_version(EV_CURRENT);
	if (is_vdso)
		read_vdso(made);
	else
		read_file(made, m, pid);
	HASH_ADD(hh, files, key, sizeof(made->key), made);
	return made->elf ? made : NULL;
}

Elf *unwind_file_elf(const struct unwind_file *f)
{
	return f->elf;
}

/* Mappings begin at whole pages, segments of a file anywhere. */
static bool is_of(const GElf_Phdr *segment, const struct mapping *m)
{
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), start = segment->p_offset & -page;

	return segment->p_flags & PF_X && m->offset >= start && m->offset - start < segment->p_filesz + page;
}

bool unwind_file_place(const struct unwind_file *f, const struct mapping *m, uint64_t *bias, uint64_t *first)
{
	size_t n = 0;
	GElf_Phdr one;
	bool found = false, any = false;

	elf_getphdrnum(f->elf, &n);
	for (size_t i = 0; i < n && !found; i++) {
		if (!gelf_getphdr(f->elf, (int)i, &one) || one.p_type != PT_LOAD)
			continue;
		if (!any)
			*first = one.p_align ? one.p_vaddr & -one.p_align : one.p_vaddr;
		any = true;
		found = is_of(&one, m);
	}
	if (!found)
		return false;
	*bias = m->start - m->offset + one.p_offset - one.p_vaddr;
	*first += *bias;
	return true;
}

void unwind_files_drop(void)
{
	struct unwind_file *f, *next;

	HASH_ITER (hh, files, f, next) {
		HASH_DEL(files, f);
		elf_end(f->elf);
		free(f->image);
		if (f->fd >= 0)
			close(f->fd);
		free(f);
	}
}
