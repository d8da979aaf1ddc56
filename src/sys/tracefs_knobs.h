/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tracefs_knobs.h - the files of tracefs that exist once for the whole system: what they say when nobody uses them, and
 * whether they still say what was last written.
 */
#ifndef KTALLY_TRACEFS_KNOBS_H
#define KTALLY_TRACEFS_KNOBS_H

#include "tracefs_hold.h"

#include <stddef.h>
#include <stdint.h>

/* What a file says, in one word: "[local] global" is local, "7 (expanded: 1408)" 1408, and comments are nothing. false:
 * no such file */
bool knob_word(char *to, size_t size, const char *file);

struct knob {
	const char *file;  /* a colon for the slash in it */
	const char *value; /* to be free, and put back to; NULL: nothing in it */
	enum hold of;
	bool moves; /* the kernel changes it meanwhile: whose it is, is whose current_tracer is */
};

/* In the order in which they are put back, who uses a thing before the thing; ends without a file */
extern const struct knob knobs_free[];
/* These may have any value, which is noted */
extern const struct knob knobs_noted[];

void knob_write(const char *file, const char *value);

/* A digest of what each held file says, in `size` bytes of text: ",1f00ba,,..." */
void knobs_mark(char *to, size_t size, enum hold what);

/* Which of them still say what the mark says: a bit each, those of knobs_free first. mark NULL: all */
uint64_t knobs_untouched(const char *mark);

#endif
