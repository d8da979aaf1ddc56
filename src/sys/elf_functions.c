// SPDX-License-Identifier: GPL-2.0-or-later
/* Functions of programs and libraries: their ELF symbol tables, and where the files are. */
#include "functions.h"
#include "pattern.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Address as linked to offset in the file, which is what uprobes take */
static bool file_offset(Elf *elf, uint64_t address, uint64_t *offset)
{
	size_t n = 0;
	GElf_Phdr segment;

	elf_getphdrnum(elf, &n);
	for (size_t i = 0; i < n; i++) {
		if (!gelf_getphdr(elf, (int)i, &segment) || segment.p_type != PT_LOAD || !(segment.p_flags & PF_X))
			continue;
		if (address < segment.p_vaddr || address >= segment.p_vaddr + segment.p_memsz)
			continue;
		*offset = address - segment.p_vaddr + segment.p_offset;
		return true;
	}
	return false;
}

static int read_symbols(struct functions *f, Elf *elf, Elf_Scn *section, const GElf_Shdr *header,
						const struct pattern *p)
{
	Elf_Data *data = elf_getdata(section, NULL);
	size_t n = data && header->sh_entsize ? header->sh_size / header->sh_entsize : 0;
	int err = 0;

	for (size_t i = 0; i < n && !err; i++) {
		uint64_t offset;
		GElf_Sym symbol;
		const char *name;

		if (!gelf_getsym(data, (int)i, &symbol) || GELF_ST_TYPE(symbol.st_info) != STT_FUNC || !symbol.st_value)
			continue;
		name = elf_strptr(elf, header->sh_link, symbol.st_name);
		if (name && pattern_matches(p, name) && file_offset(elf, symbol.st_value, &offset))
			err = functions_add(f, name, offset);
	}
	return err;
}

static int read_tables(struct functions *f, Elf *elf, const struct pattern *p)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	int err = 0;

	while (!err && (section = elf_nextscn(elf, section)))
		if (gelf_getshdr(section, &header) && (header.sh_type == SHT_SYMTAB || header.sh_type == SHT_DYNSYM))
			err = read_symbols(f, elf, section, &header, p);
	return err;
}

int functions_of_file(struct functions *f, const char *path, const char *text, bool regex)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), err;
	struct pattern p;
	Elf *elf;

	if (fd < 0)
		return -errno;
	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
	err = elf && elf_kind(elf) == ELF_K_ELF ? pattern_init(&p, text, regex) : -ENOEXEC;
	if (!err) {
		err = read_tables(f, elf, &p);
		pattern_free(&p);
	}
	elf_end(elf);
	close(fd);
	return err;
}

static bool try_path(char *path, size_t size, const char *folder, int length, const char *name)
{
	return snprintf(path, size, "%.*s/%s", length, folder, name) < (int)size && !access(path, R_OK);
}

static bool in_list(char *path, size_t size, const char *folders, const char *name)
{
	for (const char *at = folders; at && *at; at += strcspn(at, ":") + (at[strcspn(at, ":")] == ':'))
		if (try_path(path, size, at, (int)strcspn(at, ":"), name))
			return true;
	return false;
}

/* The folders that distributions use; the dynamic loader's cache has no stable format to read. */
int library_find(const char *name, char *path, size_t size)
{
	static const char folders[] = "/lib/x86_64-linux-gnu:/usr/lib/x86_64-linux-gnu:/lib/aarch64-linux-gnu:"
								  "/usr/lib/aarch64-linux-gnu:/lib64:/usr/lib64:/lib:/usr/lib";
	/* with a number first: lib*.so alone may be a linker's script */
	static const char *const forms[] = {"%s",	   "lib%s.so.6", "%s.so.6",	   "lib%s.so.0", "%s.so.0", "lib%s.so.1",
										"%s.so.1", "lib%s.so.2", "lib%s.so.3", "lib%s.so",	 "%s.so"};
	char file[256];

	if (strchr(name, '/'))
		return snprintf(path, size, "%s", name) < (int)size && !access(path, R_OK) ? 0 : -ENOENT;
	if (in_list(path, size, getenv("PATH"), name))
		return 0;
	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		snprintf(file, sizeof(file), forms[i], name);
		if (in_list(path, size, folders, file))
			return 0;
	}
	return -ENOENT;
}
