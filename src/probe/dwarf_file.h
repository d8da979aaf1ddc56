/* SPDX-License-Identifier: GPL-2.0-or-later */
/* dwarf_file.h - a program and its DWARF. The program that was asked last stays open. */
#pragma once

#include "base/why.h"

#include <elfutils/libdw.h>
#include <stdint.h>

struct dwarf_function {
	Elf *elf;	  /* the program, with segments and unwinding tables */
	Dwarf *dwarf; /* perhaps that of a separate debug file */
	Dwarf_Die unit, die;
	Dwarf_Addr pc; /* the place, as linked */
	bool at_entry; /* the function begins at pc */
};

/*
 * The function that has the place `offset` of the file. What `to` has lives until another file is asked, or until
 * dwarf_file_drop(). 0 or -errno with `why`
 */
int dwarf_function_at(const char *path, uint64_t offset, struct dwarf_function *to, struct why *why);
void dwarf_file_drop(void);
