/* SPDX-License-Identifier: GPL-2.0-or-later */
/* dwarf_locate.h - where a variable is at the place of the probe: a register, memory, nowhere. */
#pragma once

#include "dwarf_variable.h"
#include "place.h"

/* Sets base and at of the place's fetch, and its first offset if the variable is in memory. 0 or -errno with `why` */
int dwarf_locate(const struct dwarf_function *f, struct dvariable *v, const struct word *name, struct place *to,
				 struct why *why);
