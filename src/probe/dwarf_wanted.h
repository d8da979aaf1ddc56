/* SPDX-License-Identifier: GPL-2.0-or-later */
/* dwarf_wanted.h - which lines a place of the source means, and why none of them has code. */
#pragma once

#include "source_place.h"
#include "source_text.h"

struct dwarf_wanted {
	const struct source_place *source;
	const char *folder; /* of source files; NULL */
	const char *file;	/* whose text was read last; lives as long as the DWARF. NULL: none */
	struct source_text text;
	int problem;		   /* -errno of reading it */
	unsigned below, above; /* lines with code nearest to a wanted one, counted as it is; 0: none */
};

void dwarf_wanted_begin(struct dwarf_wanted *w, const struct source_place *source, const char *folder);
void dwarf_wanted_end(struct dwarf_wanted *w);
/* Is this line of the file, which has code, one of them? `declared`: the line from which they are counted */
bool dwarf_wanted_line(struct dwarf_wanted *w, const char *file, unsigned line, unsigned declared);
/* Says why there is no place. Returns -ENOENT */
int dwarf_wanted_problem(const struct dwarf_wanted *w, struct why *why);
