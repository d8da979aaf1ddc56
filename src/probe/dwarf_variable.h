/* SPDX-License-Identifier: GPL-2.0-or-later */
/* dwarf_variable.h - the variables that the source can name at the place of the probe. */
#pragma once

#include "dwarf_file.h"
#include "dwarf_types.h"
#include "text.h"

struct dvariable {
	Dwarf_Die die;
	bool is_parameter;
};

/* The variable of this name in the innermost block around the place; if there is none, of the file or the program. 0 or
 * -errno with `why` */
int dwarf_variable(const struct dwarf_function *f, const struct word *name, struct dvariable *to, struct why *why);
/* Calls visit for each variable of the function, the innermost first, then with `outer` for those of the unit */
int dwarf_variables_visit(const struct dwarf_function *f, bool outer, int (*visit)(void *arg, struct dvariable *v),
						  void *arg);
