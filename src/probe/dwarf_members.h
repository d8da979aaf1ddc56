/* SPDX-License-Identifier: GPL-2.0-or-later */
/* dwarf_members.h - where the members of a struct lie. */
#ifndef KTALLY_PROBE_DWARF_MEMBERS_H
#define KTALLY_PROBE_DWARF_MEMBERS_H

#include "dwarf_types.h"
#include "walk.h"

/* Also in what has no name, and in base classes: its type and place. NULL: the only one, if it has a name */
bool dtype_member(struct dtype t, const struct word *name, struct dtype *type, struct part *to, struct near *near);

#endif
