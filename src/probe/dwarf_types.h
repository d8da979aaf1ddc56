/* SPDX-License-Identifier: GPL-2.0-or-later */
/* dwarf_types.h - types of DWARF: what they are behind typedefs, how large, and what is in them. */
#ifndef KTALLY_PROBE_DWARF_TYPES_H
#define KTALLY_PROBE_DWARF_TYPES_H

#include "near.h"

#include <elfutils/libdw.h>
#include <stdint.h>

/* A type is what a variable, pointer, array element or function is of; without one it is void */
struct dtype {
	Dwarf_Die die;
	bool is_void;
	unsigned dimensions; /* of an array that indices have used up */
	unsigned stars;		 /* pointers to it, by a cast */
};

struct dtype dtype_of(Dwarf_Die *die);	 /* by its DW_AT_type */
struct dtype dtype_skip(struct dtype t); /* behind typedefs, const and the like */
int dtype_tag(const struct dtype *t);	 /* of the skipped type; DW_TAG_pointer_type for a cast's; 0: void */
bool dtype_is_composite(const struct dtype *t);
bool dtype_is_char(struct dtype t); /* char, but not a typedef of it */
struct dtype dtype_pointed(struct dtype t);
int64_t dtype_size(struct dtype t); /* -1: unknown */
/* What an index leads to; *count: elements, 0 where it is not told */
struct dtype dtype_element(struct dtype t, uint64_t *count);
/* Elsewhere than where it is only declared; looked for in the whole file. False: nowhere */
bool dtype_complete(Dwarf *dwarf, struct dtype *t);
/* tag: s, u, 0: see expression.h */
bool dtype_find(Dwarf *dwarf, char tag, const char *name, size_t length, struct dtype *to);

struct dmember {
	const char *name;
	struct dtype type;
	uint64_t bit, bits; /* from the start of what was asked; bits 0: no bit field */
};
/* Also in what has no name, and in base classes */
bool dtype_member(struct dtype t, const char *name, size_t length, struct dmember *to, struct near *near);
/* The only one of a struct with one */
bool dtype_only_member(struct dtype t, struct dmember *to);

/* "const char *": as snprintf() */
int dtype_text(char *to, size_t size, struct dtype t);

#endif
