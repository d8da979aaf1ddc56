// SPDX-License-Identifier: GPL-2.0-or-later
#ifdef KTALLY_HAS_libdw
#include "dwarf_kernel.h"

#include "sys/ksyms.h"

#include <errno.h>

/* Only the file itself: nothing is looked for, least of all in a network. */
static int find_nothing(Dwfl_Module *module, void **user, const char *name, Dwarf_Addr base, const char *file,
						const char *link, GElf_Word crc, char **found)
{
	(void)module, (void)user, (void)name, (void)base, (void)file, (void)link, (void)crc, (void)found;
	return -1;
}

static const Dwfl_Callbacks callbacks = {.find_debuginfo = find_nothing,
										 .section_address = dwfl_offline_section_address};

void dwarf_kernel_close(struct dwarf_kernel *k)
{
	dwfl_end(k->dwfl);
	*k = (struct dwarf_kernel){0};
}

int dwarf_kernel_open(struct dwarf_kernel *to, const char *path, struct why *why)
{
	Dwarf_Addr bias;

	*to = (struct dwarf_kernel){.dwfl = dwfl_begin(&callbacks)};
	if (to->dwfl)
		to->module = dwfl_report_offline(to->dwfl, "kernel", path, -1);
	if (to->module && !dwfl_report_end(to->dwfl, NULL, NULL)) {
		to->elf = dwfl_module_getelf(to->module, &bias);
		to->dwarf = dwfl_module_getdwarf(to->module, &bias);
	}
	if (to->elf && to->dwarf)
		return 0;
	because(why, -ENOENT, "%s has no debug information (DWARF)%s%s", path, to->module ? "" : ": ",
			to->module ? "" : dwfl_errmsg(-1));
	dwarf_kernel_close(to);
	return -ENOENT;
}

const char *dwarf_kernel_symbol(const struct dwarf_kernel *k, Dwarf_Addr pc, uint64_t *offset)
{
	GElf_Off distance = 0;
	const char *name;
	GElf_Sym symbol;

	name = dwfl_module_addrinfo(k->module, pc, &distance, &symbol, NULL, NULL, NULL);
	*offset = distance;
	return name;
}

bool dwarf_kernel_address(const struct dwarf_kernel *k, Dwarf_Addr linked, uint64_t *to)
{
	uint64_t offset;
	const char *name = dwarf_kernel_symbol(k, linked, &offset);

	if (!name || ksym_address(name, to))
		return false;
	*to += offset;
	return true;
}
#endif
