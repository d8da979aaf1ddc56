/* SPDX-License-Identifier: GPL-2.0-or-later */
/* dwarf_visible.h - the variables that the source can name at a place of the code. */
#pragma once

#include "base/why.h"
#include "dwarf_spot.h"

#include <stdbool.h>

struct visible {
	const char *type, *name; /* "struct item *", "item"; during the visit */
	bool readable;			 /* a probe there can read it */
};

/*
 * Calls visit for each, those of the innermost block first, then with `externs` for those of the file that lie outside
 * of functions. Until it returns nonzero; returns that, or -errno with `why`
 */
int dwarf_visible(const struct dwarf_spot *spot, bool externs, int (*visit)(void *arg, const struct visible *v),
				  void *arg, struct why *why);
