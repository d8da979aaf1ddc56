/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * picture.h - the file of a picture that is drawn when the run ends, beside what the renderer prints: of --svg and
 * --flame. It is opened while that is still permitted; at the end the session may neither make nor rename files.
 */
#pragma once

#include "session/session.h"

#include <stdio.h>

struct picture {
	const char *option, *path;
	FILE *to;
};

/* Opens and empties the file. option: its name without "--". 0, or -errno after a message */
int picture_open(struct picture *p, const char *option, const char *path);
/* Writes what is left, right after drawing: later nothing knows why that failed. 0 or -errno */
int picture_flush(struct picture *p);
/* Sets s->undrawn, after one message for all errors of a run */
void picture_failed(const struct picture *p, struct session *s, int err);
/* Closes it. err: of drawing. Sets s->undrawn, after a message, if that or writing failed. */
void picture_close(struct picture *p, struct session *s, int err);
