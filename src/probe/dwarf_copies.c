// SPDX-License-Identifier: GPL-2.0-or-later
#ifdef KTALLY_HAS_libdw
#include "dwarf_copies.h"

#include "dwarf_file.h"
#include "dwarf_match.h"

#include <dwarf.h>
#include <errno.h>
#include <stdlib.h>

#define DEEPEST 64 /* in a broken file the tree may have no end */

int dwarf_units(Dwarf *dwarf, int (*visit)(void *arg, Dwarf_Die *unit), void *arg)
{
	Dwarf_Off at = 0, next;
	size_t header;
	Dwarf_Die unit;
	int stop = 0;

	for (; !stop && !dwarf_nextcu(dwarf, at, &next, &header, NULL, NULL, NULL); at = next)
		if (dwarf_offdie(dwarf, at + header, &unit))
			stop = visit(arg, &unit);
	return stop;
}

bool dwarf_copy_is_inlined(const struct dwarf_copy *copy)
{
	Dwarf_Die die = copy->die;

	return dwarf_tag(&die) == DW_TAG_inlined_subroutine;
}

void dwarf_copies_free(struct dwarf_copies *c)
{
	free(c->list);
	*c = (struct dwarf_copies){0};
}

static int add(struct dwarf_copies *to, const Dwarf_Die *unit, const Dwarf_Die *die)
{
	if (to->n == to->room) {
		size_t room = to->room ? 2 * to->room : 16;
		struct dwarf_copy *list = realloc(to->list, room * sizeof(*list));

		if (!list)
			return -ENOMEM;
		to->list = list;
		to->room = room;
	}
	to->list[to->n++] = (struct dwarf_copy){*unit, *die};
	return 0;
}

struct search {
	const struct source_place *place;
	struct dwarf_copies *to;
	struct dwarf_copies abstract; /* functions without code of their own, to which inlined copies refer */
	Dwarf_Die unit;
	bool anywhere; /* one of the abstract ones is shared by units */
};

static bool is_scope(int tag)
{
	return tag == DW_TAG_namespace || tag == DW_TAG_structure_type || tag == DW_TAG_class_type ||
		   tag == DW_TAG_union_type || tag == DW_TAG_module;
}

static int add_function(struct search *s, Dwarf_Die *die)
{
	Dwarf_Addr pc;

	if (!dwarf_match(die, s->place))
		return 0;
	if (!dwarf_begin_of(die, &pc))
		return add(s->to, &s->unit, die);
	if (!dwarf_func_inline(die))
		return 0; /* a declaration */
	s->anywhere |= dwarf_tag(&s->unit) == DW_TAG_partial_unit;
	return add(&s->abstract, &s->unit, die);
}

static int find_functions(struct search *s, Dwarf_Die *parent, unsigned depth)
{
	Dwarf_Die child;
	int err = 0;

	if (depth > DEEPEST || dwarf_child(parent, &child))
		return 0;
	do {
		int tag = dwarf_tag(&child);

		if (tag == DW_TAG_subprogram)
			err = add_function(s, &child);
		else if (is_scope(tag))
			err = find_functions(s, &child, depth + 1);
	} while (!err && !dwarf_siblingof(&child, &child));
	return err;
}

static int search_unit(void *search, Dwarf_Die *unit)
{
	struct search *s = search;

	s->unit = *unit;
	return find_functions(s, unit, 0);
}

/* ---- inlined copies ---- */

static bool is_of(const struct search *s, Dwarf_Die *die)
{
	Dwarf_Attribute attr;
	Dwarf_Die origin;

	if (!dwarf_formref_die(dwarf_attr(die, DW_AT_abstract_origin, &attr), &origin))
		return false;
	for (size_t i = 0; i < s->abstract.n; i++)
		if (s->abstract.list[i].die.addr == origin.addr)
			return true;
	return false;
}

static bool has_code(int tag)
{
	return tag == DW_TAG_subprogram || tag == DW_TAG_lexical_block || tag == DW_TAG_inlined_subroutine || is_scope(tag);
}

static int find_inlined(struct search *s, Dwarf_Die *parent, unsigned depth)
{
	Dwarf_Die child;
	int err = 0;

	if (depth > DEEPEST || dwarf_child(parent, &child))
		return 0;
	do {
		int tag = dwarf_tag(&child);

		if (tag == DW_TAG_inlined_subroutine && is_of(s, &child))
			err = add(s->to, &s->unit, &child);
		if (!err && has_code(tag))
			err = find_inlined(s, &child, depth + 1);
	} while (!err && !dwarf_siblingof(&child, &child));
	return err;
}

static int search_inlined(void *search, Dwarf_Die *unit)
{
	struct search *s = search;
	bool has = s->anywhere;

	for (size_t i = 0; i < s->abstract.n && !has; i++)
		has = s->abstract.list[i].unit.addr == unit->addr;
	s->unit = *unit;
	return has ? find_inlined(s, unit, 0) : 0;
}

int dwarf_copies_find(struct dwarf_copies *to, Dwarf *dwarf, const struct source_place *place)
{
	struct search s = {.place = place, .to = to};
	int err = dwarf_units(dwarf, search_unit, &s);

	if (!err && s.abstract.n)
		err = dwarf_units(dwarf, search_inlined, &s);
	dwarf_copies_free(&s.abstract);
	return err;
}
#endif
