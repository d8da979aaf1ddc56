/* SPDX-License-Identifier: GPL-2.0-or-later */
/* dwarf_types.h - types of DWARF: what they are behind typedefs, how large, and what is in them. */
#ifndef KTALLY_PROBE_DWARF_TYPES_H
#define KTALLY_PROBE_DWARF_TYPES_H

#include "text.h"

#include <elfutils/libdw.h>
#include <stdint.h>

/* A type is what a variable, pointer, array element or function is of; without one it is void */
struct dtype {
	Dwarf_Die die;
	bool is_void;
	unsigned dimensions; /* of an array that indices have used up */
};

struct dtype dtype_of(Dwarf_Die *die);	 /* by its DW_AT_type */
struct dtype dtype_skip(struct dtype t); /* behind typedefs, const and the like */
int dtype_tag(const struct dtype *t);	 /* of the skipped type; 0: void */
bool dtype_is_composite(const struct dtype *t);
bool dtype_is_char(struct dtype t);		 /* char, but not a typedef of it */
unsigned dtype_encoding(struct dtype t); /* of a number: DW_ATE_...; else 0 */
int64_t dtype_size(struct dtype t);		 /* -1: unknown */
/* What a pointer points to, or an array consists of. *count: of its elements, 0 if unknown */
struct dtype dtype_inner(struct dtype t, uint64_t *count);
/* Elsewhere than where it is only declared; looked for in the whole file. False: nowhere, and *t is as before */
bool dtype_complete(Dwarf *dwarf, struct dtype *t);
/* tag: s, u, 0: see expression.h */
bool dtype_find(Dwarf *dwarf, char tag, const struct word *name, struct dtype *to);

/* "const char *": as snprintf() */
int dtype_text(char *to, size_t size, struct dtype t);

#endif
