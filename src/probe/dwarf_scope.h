/* SPDX-License-Identifier: GPL-2.0-or-later */
/* dwarf_scope.h - to which of the functions that are inlined into one another a line at a place belongs. */
#pragma once

#include "dwarf_lines.h"

/*
 * Begins at `scope`, a function whose code has the place, and goes into the functions that are inlined there. The row
 * belongs to the one in its file that is declared last before its line: an instruction can begin lines of several.
 * False: none of them is declared in this file before this line.
 */
bool dwarf_scope_of(const Dwarf_Die *scope, const struct dwarf_line *row, Dwarf_Die *to);
/* "insert", of C++ "list::insert": as snprintf() */
int dwarf_function_name(char *to, size_t size, Dwarf_Die *function);
