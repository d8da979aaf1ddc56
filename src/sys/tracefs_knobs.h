/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tracefs_knobs.h - the files of tracefs that exist once for the whole system: their values when nobody uses them,
 * and whether they still have the value that we wrote.
 */
#pragma once

#include "tracefs_hold.h"

#include <stddef.h>
#include <stdint.h>

/*
 * Reads a file's value as one word: "local" for "[local] global", "1408" for "7 (expanded: 1408)", "" for a
 * comment. False: there is no such file
 */
bool knob_word(char *to, size_t size, const char *file);

struct knob {
	const char *file;  /* path, with a colon instead of the slash */
	const char *value; /* when nobody uses it; NULL: empty */
	enum hold of;
	bool moves; /* the kernel changes it too: it is ours as long as current_tracer is */
};

/* In the order of putting back: first a file that uses another one. The last has no file. */
extern const struct knob knobs_free[];
/* These may have any value, which the note keeps. */
extern const struct knob knobs_noted[];

void knob_write(const char *file, const char *value);

/* Writes a digest of each held file's text, in at most `size` bytes: ",1f00ba,,..." */
void knobs_mark(char *to, size_t size, enum hold what);

/* Returns a bit for each file, knobs_free first: 1 if its text still matches the mark. mark NULL: all are 1 */
uint64_t knobs_untouched(const char *mark);
