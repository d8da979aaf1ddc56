/* SPDX-License-Identifier: GPL-2.0-or-later */
/* dwarf_types.h - types of DWARF: what a typedef stands for, how large a type is, what is in it. */
#pragma once

#include "text.h"

#include <elfutils/libdw.h>
#include <stdint.h>

/* The type of a variable, of an array's elements, of what a function returns */
struct dtype {
	Dwarf_Die die;
	bool is_void;
	unsigned dimensions; /* of an array: so many have had their index */
};

struct dtype dtype_of(Dwarf_Die *die);	 /* its DW_AT_type */
struct dtype dtype_skip(struct dtype t); /* skips typedefs, const and the like */
int dtype_tag(const struct dtype *t);	 /* of the skipped type; 0: void */
bool dtype_is_composite(const struct dtype *t);
bool dtype_is_char(struct dtype t);		 /* char, but not a typedef of it */
unsigned dtype_encoding(struct dtype t); /* of a number: DW_ATE_...; else 0 */
int64_t dtype_size(struct dtype t);		 /* -1: unknown */
/* What a pointer points to, or an array consists of. *count: the array's elements, 0 if unknown */
struct dtype dtype_inner(struct dtype t, uint64_t *count);
/* If *t is only declared, looks in the whole file for its definition. False: there is none, and *t is as before */
bool dtype_complete(Dwarf *dwarf, struct dtype *t);
/* Looks in the whole file for a type. `tag` is that of struct step. False: there is none */
bool dtype_find(Dwarf *dwarf, char tag, const struct word *name, struct dtype *to);

/* "const char *": as snprintf() */
int dtype_text(char *to, size_t size, struct dtype t);
