/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * dwarf_lines.h - the line table: where the code of a source line begins. It counts only rows at which a statement
 * begins (is_stmt), as gdb and perf probe do; a debugger may stop there, and variables have their values.
 */
#pragma once

#include "dwarf_copies.h"

struct dwarf_line {
	const char *file; /* with the folder; lives as long as the DWARF */
	unsigned line;
	Dwarf_Addr pc; /* as linked */
};

/* Calls visit for each such row of the unit's table, in the order of the table, until it returns nonzero; returns that.
 * Of one line there are several rows: a loop's beginning, its condition, its step. */
int dwarf_lines_visit(Dwarf_Die *unit, int (*visit)(void *arg, const struct dwarf_line *row), void *arg);

/* Where a function is declared. False: nothing says it */
bool dwarf_declared(Dwarf_Die *function, const char **file, unsigned *line);
