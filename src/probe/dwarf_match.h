/* SPDX-License-Identifier: GPL-2.0-or-later */
/* dwarf_match.h - what a function is called, and whether it is the one that somebody has named. */
#pragma once

#include "source_place.h"

#include <elfutils/libdw.h>
#include <stdbool.h>

/* A C++ name may lack namespaces and classes on its left, and the parameters. The file is that of its declaration. */
bool dwarf_match(Dwarf_Die *function, const struct source_place *place);
/* Its symbol as the linker knows it, which of C++ has the namespaces and parameters. NULL: none but its name */
const char *dwarf_linkage_name(Dwarf_Die *function);
