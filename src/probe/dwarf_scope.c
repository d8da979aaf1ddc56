// SPDX-License-Identifier: GPL-2.0-or-later
#ifdef KTALLY_HAS_libdw
#include "dwarf_scope.h"

#include "sys/demangle.h"
#include "dwarf_match.h"

#include <dwarf.h>
#include <stdio.h>
#include <string.h>

#define DEEPEST 64

struct best {
	const struct dwarf_line *row;
	Dwarf_Die *to;
	unsigned declared;
	bool found;
};

static void consider(struct best *b, Dwarf_Die *function)
{
	const char *file;
	unsigned line;

	if (!dwarf_declared(function, &file, &line) || strcmp(file, b->row->file) || line > b->row->line)
		return;
	if (b->found && line < b->declared)
		return;
	*b->to = *function;
	b->declared = line;
	b->found = true;
}

static void descend(struct best *b, Dwarf_Die *parent, unsigned depth)
{
	Dwarf_Die child;

	if (depth > DEEPEST || dwarf_child(parent, &child))
		return;
	do {
		int tag = dwarf_tag(&child);

		if ((tag != DW_TAG_inlined_subroutine && tag != DW_TAG_lexical_block) || dwarf_haspc(&child, b->row->pc) <= 0)
			continue;
		if (tag == DW_TAG_inlined_subroutine)
			consider(b, &child);
		descend(b, &child, depth + 1);
	} while (!dwarf_siblingof(&child, &child));
}

bool dwarf_scope_of(const Dwarf_Die *scope, const struct dwarf_line *row, Dwarf_Die *to)
{
	struct best b = {.row = row, .to = to};
	Dwarf_Die top = *scope;

	consider(&b, &top);
	descend(&b, &top, 0);
	return b.found;
}

int dwarf_function_name(char *to, size_t size, Dwarf_Die *function)
{
	const char *linkage = dwarf_linkage_name(function);
	const char *name = dwarf_diename(function);

	if (linkage)
		return demangle_always(to, size, linkage, false);
	return snprintf(to, size, "%s", name ? name : "?");
}
#endif
