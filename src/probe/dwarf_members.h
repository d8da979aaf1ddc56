/* SPDX-License-Identifier: GPL-2.0-or-later */
/* dwarf_members.h - where the members of a struct lie. */
#pragma once

#include "dwarf_types.h"
#include "walk.h"

/* Type and place of a member, also of nameless structs in this one, and of base classes. `name` NULL asks for the only
 * member, if it has a name. False: `near` has the names that there are */
bool dtype_member(struct dtype t, const struct word *name, struct dtype *type, struct part *to, struct near *near);
