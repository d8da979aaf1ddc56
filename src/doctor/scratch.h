/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * scratch.h - the tracing instance in which ftrace is tried, and the few files outside it. Files that define
 * events are only appended to, and every name contains the owner's (sys/owner.h).
 */
#pragma once

#include "places.h"
#include "trial.h"

#include <stddef.h>

/* Finds tracefs. 0, or -errno after unusable() */
int scratch_tracefs(struct trial *t, char path[PLACE]);

/* Makes the instance. 0, or -errno after failed() or unusable() */
int scratch_open(struct trial *t);
void scratch_close(struct bench *b);

/* Writes a file of the instance. 0, or -errno after failed(). The second undoes the first and ignores errors. */
int scratch_write(struct trial *t, const char *file, const char *text);
void scratch_undo(struct trial *t, const char *file, const char *text);

/* Appends a line to a file outside the instance ("kprobe_events"), where others have lines too. */
int scratch_define(struct trial *t, const char *file, const char *line);
void scratch_undefine(const char *file, const char *line);

/* Empties the instance's buffer and checks that fire() puts an event into it. 0, or -errno after failed() */
int scratch_sees(struct trial *t, void (*fire)(void));
/* The same, with an event such as "task/task_rename" switched on meanwhile */
int scratch_sees_event(struct trial *t, const char *event, void (*fire)(void));
