// SPDX-License-Identifier: GPL-2.0-or-later
#ifdef KTALLY_HAS_libdw
#include "dwarf_file.h"

#include "sys/elf_symbols.h"

#include <dwarf.h>
#include <errno.h>
#include <fcntl.h>
#include <libelf.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct {
	struct stat is; /* identifies the file; the path may lead to another one by now */
	int fd, debug_fd;
	Elf *elf;
	Dwarf *dwarf;
} file = {.fd = -1, .debug_fd = -1};

void dwarf_file_drop(void)
{
	dwarf_end(file.dwarf);
	elf_end(file.elf);
	if (file.fd >= 0)
		close(file.fd);
	if (file.debug_fd >= 0)
		close(file.debug_fd);
	memset(&file, 0, sizeof(file));
	file.fd = file.debug_fd = -1;
}

static bool has_units(Dwarf *dwarf)
{
	Dwarf_Off next;
	size_t size;

	return dwarf && !dwarf_nextcu(dwarf, 0, &next, &size, NULL, NULL, NULL);
}

static Dwarf *open_debug_file(void)
{
	char path[256];

	if (!elf_debug_path(file.elf, path, sizeof(path)))
		return NULL;
	file.debug_fd = open(path, O_RDONLY | O_CLOEXEC);
	return file.debug_fd < 0 ? NULL : dwarf_begin(file.debug_fd, DWARF_C_READ);
}

static int open_file(const char *path, struct why *why)
{
	struct stat st;

	if (file.elf && !stat(path, &st) && st.st_ino == file.is.st_ino && st.st_dev == file.is.st_dev &&
		st.st_mtim.tv_sec == file.is.st_mtim.tv_sec && st.st_mtim.tv_nsec == file.is.st_mtim.tv_nsec)
		return 0;
	dwarf_file_drop();
	elf_version(EV_CURRENT);
	file.fd = open(path, O_RDONLY | O_CLOEXEC);
	if (file.fd < 0)
		return because_at(why, -errno, 0, "%s: %s", path, strerror(errno));
	file.elf = elf_begin(file.fd, ELF_C_READ, NULL);
	if (!file.elf || elf_kind(file.elf) != ELF_K_ELF)
		return because_at(why, -ENOEXEC, 0, "%s is no program or library (ELF)", path);
	fstat(file.fd, &file.is);
	file.dwarf = dwarf_begin_elf(file.elf, DWARF_C_READ, NULL);
	if (!has_units(file.dwarf)) {
		dwarf_end(file.dwarf);
		file.dwarf = open_debug_file();
	}
	return 0;
}

static bool find_in(Dwarf_Die *parent, Dwarf_Addr pc, Dwarf_Die *to, unsigned depth)
{
	Dwarf_Die child;

	if (depth > 16 || dwarf_child(parent, &child))
		return false;
	do {
		switch (dwarf_tag(&child)) {
		case DW_TAG_subprogram:
			if (dwarf_haspc(&child, pc) > 0) {
				*to = child;
				return true;
			}
			break;
		case DW_TAG_namespace:
		case DW_TAG_structure_type:
		case DW_TAG_class_type:
		case DW_TAG_module:
			if (find_in(&child, pc, to, depth + 1))
				return true;
		}
	} while (!dwarf_siblingof(&child, &child));
	return false;
}

/* clang writes no .debug_aranges, so dwarf_addrdie() may find nothing. */
static bool find_unit(Dwarf *dwarf, Dwarf_Addr pc, Dwarf_Die *to)
{
	Dwarf_Off at = 0, next;
	size_t header;

	if (dwarf_addrdie(dwarf, pc, to))
		return true;
	for (; !dwarf_nextcu(dwarf, at, &next, &header, NULL, NULL, NULL); at = next)
		if (dwarf_offdie(dwarf, at + header, to) && dwarf_haspc(to, pc) > 0)
			return true;
	return false;
}

int dwarf_function_at(const char *path, uint64_t offset, struct dwarf_function *to, struct why *why)
{
	Dwarf_Addr entry = 0;
	int err = open_file(path, why);

	if (err)
		return err;
	if (!has_units(file.dwarf))
		return because_at(
			why, -ENOENT, 0,
			"%s has no debug information (DWARF), nor has /usr/lib/debug: names are not known; compile with -g, "
			"or install its debug package",
			path);
	*to = (struct dwarf_function){.elf = file.elf, .dwarf = file.dwarf};
	to->pc = offset + elf_code_bias(file.elf);
	if (!find_unit(file.dwarf, to->pc, &to->unit) || !find_in(&to->unit, to->pc, &to->die, 0))
		return because_at(why, -ENOENT, 0, "the debug information of %s has no function at 0x%llx", path,
						  (unsigned long long)to->pc);
	to->at_entry = !dwarf_entrypc(&to->die, &entry) && entry == to->pc;
	return 0;
}
#endif
