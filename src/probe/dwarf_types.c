// SPDX-License-Identifier: GPL-2.0-or-later
#ifdef KTALLY_HAS_libdw
#include "dwarf_types.h"

#include <dwarf.h>
#include <stdio.h>
#include <string.h>

struct dtype dtype_of(Dwarf_Die *die)
{
	struct dtype t = {0};
	Dwarf_Attribute attr;

	t.is_void = !dwarf_formref_die(dwarf_attr_integrate(die, DW_AT_type, &attr), &t.die);
	return t;
}

static bool is_qualifier(int tag)
{
	return tag == DW_TAG_const_type || tag == DW_TAG_volatile_type || tag == DW_TAG_restrict_type ||
		   tag == DW_TAG_atomic_type;
}

static bool is_reference(int tag)
{
	return tag == DW_TAG_reference_type || tag == DW_TAG_rvalue_reference_type;
}

struct dtype dtype_skip(struct dtype t)
{
	unsigned dimensions = t.dimensions;

	/* in a broken file the chain may have no end */
	for (unsigned i = 0; !t.is_void && i < 64; i++) {
		int tag = dwarf_tag(&t.die);

		if (!is_qualifier(tag) && tag != DW_TAG_typedef)
			break;
		t = dtype_of(&t.die);
	}
	t.dimensions = dimensions;
	return t;
}

int dtype_tag(const struct dtype *t)
{
	struct dtype skipped = dtype_skip(*t);

	if (skipped.is_void)
		return 0;
	if (is_reference(dwarf_tag(&skipped.die)))
		return DW_TAG_pointer_type;
	if (dwarf_tag(&skipped.die) == DW_TAG_class_type)
		return DW_TAG_structure_type;
	return dwarf_tag(&skipped.die);
}

bool dtype_is_composite(const struct dtype *t)
{
	int tag = dtype_tag(t);

	return tag == DW_TAG_structure_type || tag == DW_TAG_union_type;
}

unsigned dtype_encoding(struct dtype t)
{
	Dwarf_Word encoding = 0;
	Dwarf_Attribute attr;

	t = dtype_skip(t);
	if (!t.is_void && dwarf_tag(&t.die) == DW_TAG_base_type)
		dwarf_formudata(dwarf_attr(&t.die, DW_AT_encoding, &attr), &encoding);
	return (unsigned)encoding;
}

bool dtype_is_char(struct dtype t)
{
	unsigned encoding = dtype_encoding(t);

	while (!t.is_void && is_qualifier(dwarf_tag(&t.die)))
		t = dtype_of(&t.die);
	return !t.is_void && dwarf_tag(&t.die) == DW_TAG_base_type && dtype_size(t) == 1 &&
		   (encoding == DW_ATE_signed_char || encoding == DW_ATE_unsigned_char);
}

int64_t dtype_size(struct dtype t)
{
	Dwarf_Word size;
	uint64_t count;

	if (dtype_tag(&t) == DW_TAG_pointer_type)
		return 8;
	if (dtype_tag(&t) == DW_TAG_array_type) {
		struct dtype element = dtype_inner(t, &count);
		int64_t one = dtype_size(element);

		return one < 0 || count > INT32_MAX || one > INT32_MAX ? -1 : one * (int64_t)count;
	}
	t = dtype_skip(t);
	return t.is_void || dwarf_aggregate_size(&t.die, &size) || size > INT32_MAX ? -1 : (int64_t)size;
}

static uint64_t count_of(Dwarf_Die *range)
{
	Dwarf_Attribute attr;
	Dwarf_Word n;

	if (!dwarf_formudata(dwarf_attr(range, DW_AT_count, &attr), &n))
		return n;
	if (!dwarf_formudata(dwarf_attr(range, DW_AT_upper_bound, &attr), &n))
		return n + 1;
	return 0;
}

/* DWARF makes an array of arrays one type with a range for each dimension. */
struct dtype dtype_inner(struct dtype t, uint64_t *count)
{
	struct dtype array = dtype_skip(t);
	Dwarf_Die child;
	unsigned n = 0;

	*count = 0;
	if (dwarf_tag(&array.die) == DW_TAG_array_type && !dwarf_child(&array.die, &child))
		do {
			if (dwarf_tag(&child) != DW_TAG_subrange_type && dwarf_tag(&child) != DW_TAG_enumeration_type)
				continue;
			if (n++ == t.dimensions)
				*count = count_of(&child);
		} while (!dwarf_siblingof(&child, &child));
	if (t.dimensions + 1 < n) {
		array.dimensions = t.dimensions + 1;
		return array;
	}
	return dtype_of(&array.die);
}

static bool is_declaration(Dwarf_Die *die)
{
	Dwarf_Attribute attr;
	bool declaration = false;

	dwarf_formflag(dwarf_attr(die, DW_AT_declaration, &attr), &declaration);
	return declaration;
}

static bool is_wanted(Dwarf_Die *die, char tag, const struct word *name)
{
	int own = dwarf_tag(die);
	const char *text = dwarf_diename(die);

	if (!text || !word_is(name, text) || is_declaration(die))
		return false;
	if (tag == 's' || tag == 'u')
		return tag == 'u' ? own == DW_TAG_union_type : own == DW_TAG_structure_type || own == DW_TAG_class_type;
	return own == DW_TAG_typedef || own == DW_TAG_base_type || own == DW_TAG_class_type || own == DW_TAG_structure_type;
}

bool dtype_find(Dwarf *dwarf, char tag, const struct word *name, struct dtype *to)
{
	Dwarf_Off at = 0, next;
	Dwarf_Die unit;
	size_t header;

	*to = (struct dtype){0};
	for (; !dwarf_nextcu(dwarf, at, &next, &header, NULL, NULL, NULL); at = next) {
		if (!dwarf_offdie(dwarf, at + header, &unit) || dwarf_child(&unit, &to->die))
			continue;
		do
			if (is_wanted(&to->die, tag, name))
				return true;
		while (!dwarf_siblingof(&to->die, &to->die));
	}
	return false;
}

bool dtype_complete(Dwarf *dwarf, struct dtype *t)
{
	struct dtype skipped = dtype_skip(*t), found;
	struct word name = {0};

	if (!is_declaration(&skipped.die))
		return true;
	name.text = dwarf_diename(&skipped.die);
	name.length = name.text ? strlen(name.text) : 0;
	if (!name.text || !dtype_find(dwarf, dtype_tag(t) == DW_TAG_union_type ? 'u' : 's', &name, &found))
		return false;
	*t = found;
	return true;
}

static const char *name_of(struct dtype t)
{
	const char *name = dwarf_diename(&t.die);

	return name && *name ? name : "{...}"; /* a damaged file has empty names */
}

static const char *keyword_of(Dwarf_Die *die)
{
	switch (dwarf_tag(die)) {
	case DW_TAG_structure_type:
		return "struct ";
	case DW_TAG_union_type:
		return "union ";
	case DW_TAG_enumeration_type:
		return "enum ";
	}
	return "";
}

static bool is_of_another(int tag)
{
	return is_qualifier(tag) || is_reference(tag) || tag == DW_TAG_pointer_type || tag == DW_TAG_array_type ||
		   tag == DW_TAG_subroutine_type;
}

/* "*const", "const int" */
static int qualified(char *to, size_t size, const char *of, const char *word)
{
	if (of[strlen(of) - 1] == '*')
		return snprintf(to, size, "%s%s", of, word);
	return snprintf(to, size, "%s %s", word, of);
}

static int pointer(char *to, size_t size, const char *of, char mark)
{
	return snprintf(to, size, "%s%s%c", of, of[strlen(of) - 1] == '*' ? "" : " ", mark);
}

/* of: the text of the type from which this one is made, if there is one */
static int die_text(char *to, size_t size, const struct dtype *t, const char *of)
{
	Dwarf_Die die = t->die;

	switch (dwarf_tag(&die)) {
	case DW_TAG_pointer_type:
		return pointer(to, size, of, '*');
	case DW_TAG_reference_type:
	case DW_TAG_rvalue_reference_type:
		return pointer(to, size, of, '&');
	case DW_TAG_array_type:
		return snprintf(to, size, "%s []", of);
	case DW_TAG_subroutine_type:
		return snprintf(to, size, "%s ()", of);
	case DW_TAG_const_type:
		return qualified(to, size, of, "const");
	case DW_TAG_volatile_type:
		return qualified(to, size, of, "volatile");
	case DW_TAG_restrict_type:
	case DW_TAG_atomic_type:
		return snprintf(to, size, "%s", of);
	}
	return snprintf(to, size, "%s%s", keyword_of(&die), name_of(*t));
}

#define DEEPEST 16 /* in a broken file the chain may have no end */

static int text(char *to, size_t size, struct dtype t, unsigned depth)
{
	char of[160] = "...";

	if (t.is_void)
		return snprintf(to, size, "void");
	if (is_of_another(dwarf_tag(&t.die)) && depth < DEEPEST)
		text(of, sizeof(of), dtype_of(&t.die), depth + 1);
	return die_text(to, size, &t, of);
}

int dtype_text(char *to, size_t size, struct dtype t)
{
	return text(to, size, t, 0);
}
#endif
