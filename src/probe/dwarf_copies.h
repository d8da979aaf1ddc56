/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * dwarf_copies.h - the code of a function that is known by its name. A compiler makes several copies of a function, or
 * none of its own: it puts the code into those that call it, where DWARF has a DW_TAG_inlined_subroutine.
 */
#pragma once

#include "source_place.h"

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>

struct dwarf_copy {
	Dwarf_Die unit, die; /* DW_TAG_subprogram, or DW_TAG_inlined_subroutine */
};

struct dwarf_copies {
	struct dwarf_copy *list;
	size_t n, room;
};

bool dwarf_copy_is_inlined(const struct dwarf_copy *copy);

/*
 * Adds all copies of each function of this name: "insert", in C++ also "list::insert" and "list::insert(int)", in the
 * place's file if it names one. 0 or -ENOMEM; there may be none
 */
int dwarf_copies_find(struct dwarf_copies *to, Dwarf *dwarf, const struct source_place *place);
void dwarf_copies_free(struct dwarf_copies *c);
/* Calls visit for the units that have code, until it returns nonzero, and returns that */
int dwarf_units(Dwarf *dwarf, int (*visit)(void *arg, Dwarf_Die *unit), void *arg);
