// SPDX-License-Identifier: GPL-2.0-or-later
#ifdef KTALLY_HAS_libdw
#include "dwarf_match.h"

#include "sys/cxx_names.h"

#include <dwarf.h>
#include <string.h>

const char *dwarf_linkage_name(Dwarf_Die *function)
{
	Dwarf_Attribute attr;
	const char *name = dwarf_formstring(dwarf_attr_integrate(function, DW_AT_linkage_name, &attr));

	return name ? name : dwarf_formstring(dwarf_attr_integrate(function, DW_AT_MIPS_linkage_name, &attr));
}

static bool matches_name(Dwarf_Die *function, const char *wanted)
{
	const char *own = dwarf_diename(function), *symbol;

	if (!own)
		return false;
	if (!strcmp(own, wanted))
		return true;
	if (!strpbrk(wanted, ":<("))
		return *own && own[strlen(own) - 1] == '>' && cxx_same_part(own, wanted);
	symbol = cxx_same_part(own, wanted) ? dwarf_linkage_name(function) : NULL;
	return symbol && cxx_name_matches(symbol, wanted);
}

bool dwarf_match(Dwarf_Die *function, const struct source_place *place)
{
	const char *file;

	if (!matches_name(function, place->function))
		return false;
	file = *place->file ? dwarf_decl_file(function) : "";
	return file && (!*place->file || source_place_in_file(place, file));
}
#endif
