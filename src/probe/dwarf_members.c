// SPDX-License-Identifier: GPL-2.0-or-later
/* Where members lie; DWARF has told bit fields in two ways */
#ifdef KTALLY_HAS_libdw
#include "dwarf_types.h"

#include <dwarf.h>
#include <string.h>

static uint64_t number(Dwarf_Die *die, unsigned name)
{
	Dwarf_Attribute attr;
	Dwarf_Word value = 0;

	dwarf_formudata(dwarf_attr(die, name, &attr), &value);
	return value;
}

/* A number, or before DWARF 3 an expression that adds it */
static uint64_t byte_of(Dwarf_Die *die)
{
	Dwarf_Attribute attr;
	Dwarf_Word value = 0;
	Dwarf_Op *ops;
	size_t n;

	if (!dwarf_attr(die, DW_AT_data_member_location, &attr))
		return 0; /* of a union */
	if (!dwarf_formudata(&attr, &value))
		return value;
	if (!dwarf_getlocation(&attr, &ops, &n) && n == 1 && ops->atom == DW_OP_plus_uconst)
		return ops->number;
	return 0;
}

static struct dmember member_of(Dwarf_Die *die)
{
	struct dmember m = {.name = dwarf_diename(die), .type = dtype_of(die)};
	uint64_t storage = number(die, DW_AT_byte_size);

	m.bits = number(die, DW_AT_bit_size);
	m.bit = byte_of(die) * 8;
	if (dwarf_hasattr(die, DW_AT_data_bit_offset)) {
		m.bit = number(die, DW_AT_data_bit_offset);
	} else if (m.bits) { /* counted from the high end of a number of `storage` bytes: DWARF 2 and 3 */
		storage = storage ? storage : (uint64_t)dtype_size(m.type);
		m.bit += storage * 8 - number(die, DW_AT_bit_offset) - m.bits;
	}
	return m;
}

static bool find(struct dtype t, const char *name, size_t length, struct dmember *to, struct near *near, unsigned depth)
{
	struct dtype skipped = dtype_skip(t);
	Dwarf_Die child;

	if (depth > 16 || dwarf_child(&skipped.die, &child))
		return false;
	do {
		int tag = dwarf_tag(&child);
		struct dmember m;

		if ((tag != DW_TAG_member && tag != DW_TAG_inheritance) || dwarf_hasattr(&child, DW_AT_external))
			continue; /* a static one of a class */
		m = member_of(&child);
		if (m.name && tag == DW_TAG_member) {
			near_add(near, m.name);
			*to = m;
			if (strlen(m.name) == length && !memcmp(m.name, name, length))
				return true;
		} else if (dtype_is_composite(&m.type) && find(m.type, name, length, to, near, depth + 1)) {
			to->bit += m.bit;
			return true;
		}
	} while (!dwarf_siblingof(&child, &child));
	return false;
}

bool dtype_member(struct dtype t, const char *name, size_t length, struct dmember *to, struct near *near)
{
	return find(t, name, length, to, near, 0);
}

bool dtype_only_member(struct dtype t, struct dmember *to)
{
	struct dtype skipped = dtype_skip(t);
	unsigned n = 0;
	Dwarf_Die child;

	if (dwarf_child(&skipped.die, &child))
		return false;
	do
		if (dwarf_tag(&child) == DW_TAG_member && !dwarf_hasattr(&child, DW_AT_external)) {
			*to = member_of(&child);
			n++;
		} else if (dwarf_tag(&child) == DW_TAG_inheritance) {
			return false;
		}
	while (!dwarf_siblingof(&child, &child));
	return n == 1 && to->name;
}
#endif
