/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * source_place.h - a place in the source of a program or the kernel, as a definition names it and as perf probe does:
 *
 *	FUNCTION[@FILE]			its first instruction
 *	FUNCTION[@FILE]:LINE		a line, counted from the one on which the function begins
 *	FUNCTION[@FILE];PATTERN		lines of the function that a glob matches; blanks do not count
 *	FUNCTION[@FILE]%return		where it returns
 *	FILE:LINE, FILE;PATTERN		lines of a file, counted from 1; FILE has a '.' or a '/'
 *
 * Instead of LINE a range may stand where lines are listed: FIRST-LAST or FIRST+NUMBER. Pure.
 */
#pragma once

#include "base/why.h"

#include <stdbool.h>

struct source_place {
	char function[256];	 /* "": the place is in a file */
	char file[256];		 /* its end; "": any */
	char pattern[128];	 /* "": there is none */
	unsigned line, last; /* of a range; of one line both are the same */
	bool has_line, is_return;
};

/* Reads the whole text. 0 or -EINVAL with `why` */
int source_place_parse(struct source_place *to, const char *text, struct why *why);
/* Does it say more than the name of a function? */
bool source_place_is_more(const struct source_place *p);
/* Is `path` the file, or does it end with it, from a '/' on? */
bool source_place_in_file(const struct source_place *p, const char *path);
/* Does the pattern match the line? */
bool source_place_matches(const struct source_place *p, const char *line);
