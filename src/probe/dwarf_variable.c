// SPDX-License-Identifier: GPL-2.0-or-later
#ifdef KTALLY_HAS_libdw
#include "dwarf_variable.h"

#include "base/near.h"
#include "dwarf_copies.h"

#include <dwarf.h>
#include <errno.h>

#define DEEPEST 32 /* in a broken file the tree may have no end */

static bool is_scope_here(const struct dwarf_function *f, Dwarf_Die *die)
{
	int tag = dwarf_tag(die);

	return (tag == DW_TAG_lexical_block || (tag == DW_TAG_inlined_subroutine && f->any_scope)) &&
		   dwarf_haspc(die, f->pc) > 0;
}

static int visit_in(const struct dwarf_function *f, Dwarf_Die *block, int (*visit)(void *arg, struct dvariable *v),
					void *arg, unsigned depth)
{
	struct dvariable v;
	Dwarf_Die child;
	int stop = 0;

	if (depth > DEEPEST || dwarf_child(block, &child))
		return 0;
	do
		if (is_scope_here(f, &child))
			stop = visit_in(f, &child, visit, arg, depth + 1);
	while (!stop && !dwarf_siblingof(&child, &child));
	if (stop || dwarf_child(block, &child))
		return stop;
	do {
		int tag = dwarf_tag(&child);

		v = (struct dvariable){child, tag == DW_TAG_formal_parameter};
		if ((tag == DW_TAG_formal_parameter || tag == DW_TAG_variable) && dwarf_diename(&child))
			stop = visit(arg, &v);
	} while (!stop && !dwarf_siblingof(&child, &child));
	return stop;
}

int dwarf_variables_visit(const struct dwarf_function *f, bool outer, int (*visit)(void *arg, struct dvariable *v),
						  void *arg)
{
	Dwarf_Die scope = f->scope, unit = f->unit;
	int stop = visit_in(f, &scope, visit, arg, 0);

	return stop || !outer ? stop : visit_in(f, &unit, visit, arg, 0);
}

struct find {
	const struct word *name;
	struct near near;
	struct dvariable *to;
};

static int is_it(void *arg, struct dvariable *v)
{
	struct find *find = arg;

	near_add(&find->near, dwarf_diename(&v->die));
	if (!word_is(find->name, dwarf_diename(&v->die)))
		return 0;
	*find->to = *v;
	return 1;
}

/* In other units only what is not static */
static int is_global(void *arg, Dwarf_Die *unit)
{
	struct find *find = arg;
	Dwarf_Attribute attr;
	bool external = false;
	Dwarf_Die child;

	if (dwarf_child(unit, &child))
		return 0;
	do
		if (dwarf_tag(&child) == DW_TAG_variable && dwarf_diename(&child) &&
			word_is(find->name, dwarf_diename(&child)) && dwarf_hasattr(&child, DW_AT_location) &&
			!dwarf_formflag(dwarf_attr_integrate(&child, DW_AT_external, &attr), &external) && external) {
			*find->to = (struct dvariable){child, false};
			return 1;
		}
	while (!dwarf_siblingof(&child, &child));
	return 0;
}

int dwarf_variable(const struct dwarf_function *f, const struct word *name, struct dvariable *to, struct why *why)
{
	struct find find = {.name = name, .near = {.wanted = name->text, .length = name->length}, .to = to};
	Dwarf_Die die = f->scope, unit = f->unit;
	char names[200];

	if (dwarf_variables_visit(f, false, is_it, &find))
		return 0;
	near_text(names, sizeof(names), &find.near);
	if (visit_in(f, &unit, is_it, &find, 0) || dwarf_units(f->in.dwarf, is_global, &find))
		return 0;
	return because_at(why, -ENOENT, name->column, "%s has no variable %.*s; it has %s", dwarf_diename(&die),
					  (int)name->length, name->text, names);
}
#endif
