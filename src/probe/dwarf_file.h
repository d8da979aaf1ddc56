/* SPDX-License-Identifier: GPL-2.0-or-later */
/* dwarf_file.h - a program with its DWARF, and the function that a place of it lies in. The last one is kept open. */
#ifndef KTALLY_PROBE_DWARF_FILE_H
#define KTALLY_PROBE_DWARF_FILE_H

#include "base/why.h"

#include <elfutils/libdw.h>
#include <stdint.h>

struct dwarf_function {
	Elf *elf;	  /* of the program: its segments and its unwinding tables */
	Dwarf *dwarf; /* perhaps another file's */
	Dwarf_Die unit, die;
	Dwarf_Addr pc; /* as linked */
	bool at_entry; /* pc is where it begins */
};

/* In the file, as uprobes count. 0 or -errno with `why` */
int dwarf_function_at(const char *path, uint64_t offset, struct dwarf_function *to, struct why *why);
void dwarf_file_drop(void);

#endif
