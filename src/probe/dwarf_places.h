/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * dwarf_places.h - where in a program's code a place of its source is. It is in several places if the compiler has
 * copied the function or the line. Built without libdw, all return -ENOTSUP with a sentence.
 */
#pragma once

#include "dwarf_spot.h"
#include "source_place.h"

#include <stddef.h>
#include <stdint.h>

struct dwarf_place {
	uint64_t pc, offset; /* as linked; of struct dwarf_spot */
	uint64_t scope;		 /* of struct dwarf_spot */
	unsigned line;		 /* of the file */
	const char *file;	 /* with the folder */
	char within[256];	 /* "main+0x52": the function whose code it is */
	char symbol[128];	 /* of the kernel: the symbol before it, and the distance */
	uint64_t distance;
	char source[256];  /* "twice": the function in whose source it is; "": not known */
	unsigned declared; /* its line in the file */
	bool inside;	   /* not the beginning of a function that is called */
};

struct dwarf_places {
	struct dwarf_place *list; /* sorted by pc; no two have the same, but for ranges */
	size_t n, room;
};

/*
 * Adds all places of *source. Of a range of lines: each line with code once or more. `folder`: of source files, for
 * patterns; NULL. What they point to lives until another program is asked. 0, or -errno with `why`; -ENOENT: there is
 * no such place
 */
int dwarf_places_find(struct dwarf_places *to, const struct dwarf_object *in, const struct source_place *source,
					  const char *folder, struct why *why);
void dwarf_places_free(struct dwarf_places *p);
