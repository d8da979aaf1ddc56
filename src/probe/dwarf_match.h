/* SPDX-License-Identifier: GPL-2.0-or-later */
/* dwarf_match.h - is a function the one that somebody has named? */
#pragma once

#include "source_place.h"

#include <elfutils/libdw.h>
#include <stdbool.h>

/* A C++ name may lack namespaces and classes on its left, and the parameters. The file is that of its declaration. */
bool dwarf_match(Dwarf_Die *function, const struct source_place *place);
