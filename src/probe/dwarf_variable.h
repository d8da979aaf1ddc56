/* SPDX-License-Identifier: GPL-2.0-or-later */
/* dwarf_variable.h - a function's variables, and where each is at the place of the probe. */
#ifndef KTALLY_PROBE_DWARF_VARIABLE_H
#define KTALLY_PROBE_DWARF_VARIABLE_H

#include "dwarf_file.h"
#include "dwarf_types.h"
#include "expression.h"
#include "place.h"

struct dvariable {
	Dwarf_Die die;
	bool is_parameter;
};

/* In the innermost block that has the place */
int dwarf_variable(const struct dwarf_function *f, const struct word *name, struct dvariable *to, struct why *why);
/* Sets base and at of the place's fetch; in memory its first offset */
int dwarf_locate(const struct dwarf_function *f, struct dvariable *v, const struct word *name, struct place *to,
				 struct why *why);

#endif
