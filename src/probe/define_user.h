/* SPDX-License-Identifier: GPL-2.0-or-later */
/* define_user.h - the part of a definition that names functions, or places, of a program. */
#pragma once

#include "probe.h"

/* "[NAME] PROGRAM:PLACE" at the text's place, which it moves behind that. A place is a function or a pattern of them,
 * FUNCTION+OFFSET, 0xOFFSET, or one of the source (source_place.h). 0 or -EINVAL after a message */
int probe_define_user(struct probe *p, struct probe_text *t);
/* Finds the program of "PROGRAM:PLACE", whose path becomes the probe's. Returns the place; NULL after a message */
const char *probe_split_program(struct probe *p, const char *target);
/* Reads the number behind *plus into the probe's offset, and ends the text before it. 0 or -EINVAL after a message */
int probe_read_offset(struct probe *p, const struct probe_text *t, char *plus);
