// SPDX-License-Identifier: GPL-2.0-or-later
#include "unwind_command.h"

#include "sys/elf_file.h"
#include "sys/elf_functions.h"
#include "unwind_tables.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DEEPEST 8 /* from library to library */

static void read_named(const char *name, int depth);

static void read_needed(Elf *elf, Elf_Scn *section, const GElf_Shdr *header, int depth)
{
	Elf_Data *data = elf_getdata(section, NULL);
	const char *name;
	GElf_Dyn entry;

	for (int i = 0; data && gelf_getdyn(data, i, &entry) && entry.d_tag != DT_NULL; i++) {
		name = entry.d_tag == DT_NEEDED ? elf_strptr(elf, header->sh_link, entry.d_un.d_val) : NULL;
		if (name)
			read_named(name, depth + 1);
	}
}

static void read_libraries(int fd, int depth)
{
	Elf *elf = elf_file_begin(fd);
	Elf_Scn *section = NULL;
	GElf_Shdr header;

	while (elf && elf_kind(elf) == ELF_K_ELF && (section = elf_nextscn(elf, section)))
		if (gelf_getshdr(section, &header) && header.sh_type == SHT_DYNAMIC)
			read_needed(elf, section, &header, depth);
	elf_end(elf);
}

/* "#!/bin/sh": the interpreter's name. False: it is no script */
static bool read_script(int fd, char *name, size_t size)
{
	ssize_t n = pread(fd, name, size - 1, 0);

	name[n > 0 ? n : 0] = '\0';
	if (strncmp(name, "#!", 2))
		return false;
	n = (ssize_t)(2 + strspn(name + 2, " \t"));
	memmove(name, name + n, strlen(name + n) + 1);
	name[strcspn(name, " \t\r\n")] = '\0';
	return *name;
}

static void read_named(const char *name, int depth)
{
	char path[PATH_MAX], script[256];
	struct stat st;
	int fd;

	if (depth > DEEPEST || library_find(name, path, sizeof(path)))
		return;
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return;
	if (!fstat(fd, &st) && S_ISREG(st.st_mode)) {
		if (read_script(fd, script, sizeof(script)))
			read_named(script, depth + 1);
		else if (unwind_table_add(fd, path))
			read_libraries(fd, depth);
	}
	close(fd);
}

void unwind_command_read(const char *command)
{
	read_named(command, 0);
	read_named("ld-linux-x86-64.so.2", DEEPEST); /* what starts it needs no library */
}
