/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * timeline.h - --timeline FILE: the rows of a run in the Trace Event Format, for viewers of timelines, beside what is
 * printed. The file is whole after each write, whatever ends the run: the next one begins where its end begins.
 */
#pragma once

#include "session/session.h"

/* Has this run events? 0, or -EINVAL after a message */
int timeline_check(const struct session *s);
/* Opens and empties the file, while that is still permitted. Nothing without --timeline. 0, or -errno after a message
 */
int timeline_open(struct session *s);
