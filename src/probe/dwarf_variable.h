/* SPDX-License-Identifier: GPL-2.0-or-later */
/* dwarf_variable.h - a function's variables, and where each is at the place of the probe. */
#pragma once

#include "dwarf_file.h"
#include "dwarf_types.h"
#include "expression.h"
#include "place.h"

struct dvariable {
	Dwarf_Die die;
	bool is_parameter;
};

/* The variable of this name in the innermost block around the place. 0 or -errno with `why` */
int dwarf_variable(const struct dwarf_function *f, const struct word *name, struct dvariable *to, struct why *why);
/* Sets base and at of the place's fetch, and its first offset if the variable is in memory. 0 or -errno with `why` */
int dwarf_locate(const struct dwarf_function *f, struct dvariable *v, const struct word *name, struct place *to,
				 struct why *why);
