/* SPDX-License-Identifier: GPL-2.0-or-later */
/* dwarf_file.h - a program, or the kernel, and its DWARF. The file that was asked last stays open. */
#pragma once

#include "base/why.h"
#include "dwarf_kernel.h"
#include "dwarf_spot.h"

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stdint.h>

struct dwarf_program {
	Elf *elf;						   /* with segments and unwinding tables */
	Dwarf *dwarf;					   /* perhaps that of a separate debug file */
	const struct dwarf_kernel *kernel; /* NULL: it is a program */
};

struct dwarf_function {
	struct dwarf_program in;
	Dwarf_Die unit, die; /* the function whose code has the place */
	Dwarf_Die scope;	 /* the function in whose source the place is: `die`, or one that is inlined there */
	bool any_scope;		 /* nothing says in whose: it is the innermost that has what is looked for */
	Dwarf_Addr pc;		 /* the place, as linked */
	bool at_entry;		 /* the code of `die` begins at pc */
};

/* Opens the program with its debug information. What these fill lives until another file is asked, or until
 * dwarf_file_drop(). 0 or -errno with `why` */
int dwarf_program_open(const struct dwarf_object *object, struct dwarf_program *to, struct why *why);
int dwarf_function_at(const struct dwarf_spot *spot, struct dwarf_function *to, struct why *why);
/* Where a function or a copy of it begins: the entry, or the first of its ranges. 0 or -1 */
int dwarf_begin_of(Dwarf_Die *die, Dwarf_Addr *pc);
/* What struct dwarf_spot has for an address as linked */
uint64_t dwarf_offset_of(const struct dwarf_program *p, Dwarf_Addr pc);
/* The subprogram of the unit whose code has pc. False: there is none */
bool dwarf_subprogram_at(Dwarf_Die *unit, Dwarf_Addr pc, Dwarf_Die *to);
void dwarf_file_drop(void);
