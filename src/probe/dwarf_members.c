// SPDX-License-Identifier: GPL-2.0-or-later
/* Where members lie. DWARF describes bit fields in two ways. */
#ifdef KTALLY_HAS_libdw
#include "dwarf_members.h"

#include <dwarf.h>

static uint64_t number(Dwarf_Die *die, unsigned name)
{
	Dwarf_Attribute attr;
	Dwarf_Word value = 0;

	dwarf_formudata(dwarf_attr(die, name, &attr), &value);
	return value;
}

/* The location is a number, or before DWARF 3 an expression that adds a number. */
static uint64_t byte_of(Dwarf_Die *die)
{
	Dwarf_Attribute attr;
	Dwarf_Word value = 0;
	Dwarf_Op *ops;
	size_t n;

	if (!dwarf_attr(die, DW_AT_data_member_location, &attr))
		return 0; /* a union's members have none */
	if (!dwarf_formudata(&attr, &value))
		return value;
	if (!dwarf_getlocation(&attr, &ops, &n) && n == 1 && ops->atom == DW_OP_plus_uconst)
		return ops->number;
	return 0;
}

static struct part part_of(Dwarf_Die *die)
{
	struct part part = {byte_of(die) * 8, number(die, DW_AT_bit_size)};
	uint64_t storage = number(die, DW_AT_byte_size);

	if (dwarf_hasattr(die, DW_AT_data_bit_offset)) {
		part.bit = number(die, DW_AT_data_bit_offset);
	} else if (part.bits) { /* DWARF 2 and 3 count from the high end of a number of `storage` bytes */
		storage = storage ? storage : (uint64_t)dtype_size(dtype_of(die));
		part.bit += storage * 8 - number(die, DW_AT_bit_offset) - part.bits;
	}
	return part;
}

/* A class's static members are external. */
static bool is_member(Dwarf_Die *die)
{
	return dwarf_tag(die) == DW_TAG_member && !dwarf_hasattr(die, DW_AT_external);
}

static bool has_one_member(Dwarf_Die child)
{
	unsigned n = 0;

	do
		n += is_member(&child) ? 1 : 2 * (dwarf_tag(&child) == DW_TAG_inheritance);
	while (!dwarf_siblingof(&child, &child));
	return n == 1;
}

static bool find(struct dtype t, const struct word *name, struct dtype *type, struct part *to, struct near *near,
				 unsigned depth)
{
	static const struct word none = {.text = ""};
	struct dtype skipped = dtype_skip(t), inner;
	Dwarf_Die child;
	bool only;

	if (depth > 16 || dwarf_child(&skipped.die, &child))
		return false;
	only = !name && has_one_member(child);
	do {
		const char *own = dwarf_diename(&child);

		if (!is_member(&child) && dwarf_tag(&child) != DW_TAG_inheritance)
			continue;
		inner = dtype_of(&child);
		if (own && dwarf_tag(&child) == DW_TAG_member) {
			near_add(near, own);
			if (!only && !word_is(name ? name : &none, own))
				continue;
			*type = inner;
			*to = part_of(&child);
			return true;
		}
		if (dtype_is_composite(&inner) && find(inner, name ? name : &none, type, to, near, depth + 1)) {
			to->bit += part_of(&child).bit;
			return true;
		}
	} while (!dwarf_siblingof(&child, &child));
	return false;
}

bool dtype_member(struct dtype t, const struct word *name, struct dtype *type, struct part *to, struct near *near)
{
	return find(t, name, type, to, near, 0);
}
#endif
