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
	struct dwarf_kernel kernel; /* owns the two before it, if it is open */
} file = {.fd = -1, .debug_fd = -1};

void dwarf_file_drop(void)
{
	if (file.kernel.dwfl) {
		dwarf_kernel_close(&file.kernel);
	} else {
		dwarf_end(file.dwarf);
		elf_end(file.elf);
	}
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

static bool is_open(const char *path)
{
	struct stat st;

	return file.elf && !stat(path, &st) && st.st_ino == file.is.st_ino && st.st_dev == file.is.st_dev &&
		   st.st_mtim.tv_sec == file.is.st_mtim.tv_sec && st.st_mtim.tv_nsec == file.is.st_mtim.tv_nsec;
}

static int open_program(const char *path, struct why *why)
{
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

static int open_kernel(const char *path, struct why *why)
{
	int err = dwarf_kernel_open(&file.kernel, path, why);

	if (err)
		return err;
	stat(path, &file.is);
	file.elf = file.kernel.elf;
	file.dwarf = file.kernel.dwarf;
	return 0;
}

static int open_file(const struct dwarf_object *object, struct why *why)
{
	if (is_open(object->path) && object->is_kernel == !!file.kernel.dwfl)
		return 0;
	dwarf_file_drop();
	return object->is_kernel ? open_kernel(object->path, why) : open_program(object->path, why);
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

bool dwarf_subprogram_at(Dwarf_Die *unit, Dwarf_Addr pc, Dwarf_Die *to)
{
	return find_in(unit, pc, to, 0);
}

int dwarf_begin_of(Dwarf_Die *die, Dwarf_Addr *pc)
{
	Dwarf_Addr base, end;

	if (!dwarf_entrypc(die, pc))
		return 0;
	return dwarf_ranges(die, 0, &base, pc, &end) > 0 ? 0 : -1;
}

uint64_t dwarf_offset_of(const struct dwarf_program *p, Dwarf_Addr pc)
{
	return p->kernel ? pc : pc - elf_code_bias(p->elf);
}

int dwarf_program_open(const struct dwarf_object *object, struct dwarf_program *to, struct why *why)
{
	int err = open_file(object, why);

	if (err)
		return err;
	if (!has_units(file.dwarf))
		return because_at(
			why, -ENOENT, 0,
			"%s has no debug information (DWARF), nor has /usr/lib/debug: names are not known; compile with -g, "
			"or install its debug package",
			object->path);
	*to = (struct dwarf_program){file.elf, file.dwarf, object->is_kernel ? &file.kernel : NULL};
	return 0;
}

int dwarf_function_at(const struct dwarf_spot *spot, struct dwarf_function *to, struct why *why)
{
	Dwarf_Addr entry = 0;
	int err;

	*to = (struct dwarf_function){.at_entry = false};
	err = dwarf_program_open(&spot->in, &to->in, why);
	if (err)
		return err;
	to->pc = spot->offset + (to->in.kernel ? 0 : elf_code_bias(to->in.elf));
	if (!find_unit(to->in.dwarf, to->pc, &to->unit) || !dwarf_subprogram_at(&to->unit, to->pc, &to->die))
		return because_at(why, -ENOENT, 0, "the debug information of %s has no function at 0x%llx", spot->in.path,
						  (unsigned long long)to->pc);
	to->at_entry = !dwarf_begin_of(&to->die, &entry) && entry == to->pc;
	to->any_scope = !spot->scope || !dwarf_offdie(to->in.dwarf, spot->scope, &to->scope);
	if (to->any_scope)
		to->scope = to->die;
	return 0;
}
#endif
