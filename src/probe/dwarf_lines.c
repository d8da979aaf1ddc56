// SPDX-License-Identifier: GPL-2.0-or-later
#ifdef KTALLY_HAS_libdw
#include "dwarf_lines.h"

static bool read_row(Dwarf_Line *line, struct dwarf_line *to, bool *begins, bool *ends)
{
	int number;

	if (!line || dwarf_lineendsequence(line, ends) || dwarf_linebeginstatement(line, begins) ||
		dwarf_lineaddr(line, &to->pc) || dwarf_lineno(line, &number) || number < 0)
		return false;
	to->line = (unsigned)number;
	to->file = dwarf_linesrc(line, NULL, NULL);
	return to->file;
}

int dwarf_lines_visit(Dwarf_Die *unit, int (*visit)(void *arg, const struct dwarf_line *row), void *arg)
{
	struct dwarf_line row;
	Dwarf_Lines *lines;
	size_t n;
	int stop = 0;

	if (dwarf_getsrclines(unit, &lines, &n))
		return 0;
	for (size_t i = 0; i < n && !stop; i++) {
		bool begins = false, ends = false;

		if (read_row(dwarf_onesrcline(lines, i), &row, &begins, &ends) && begins && !ends && row.line)
			stop = visit(arg, &row);
	}
	return stop;
}

bool dwarf_declared(Dwarf_Die *function, const char **file, unsigned *line)
{
	int number;

	*file = dwarf_decl_file(function);
	if (!*file || dwarf_decl_line(function, &number) || number < 0)
		return false;
	*line = (unsigned)number;
	return true;
}
#endif
