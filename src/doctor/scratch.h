/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * scratch.h - the tracing instance in which ftrace is tried, and the few files outside it: those that
 * define events are appended to, and every name has this process' id in it.
 */
#ifndef KTALLY_DOCTOR_SCRATCH_H
#define KTALLY_DOCTOR_SCRATCH_H

#include "places.h"
#include "trial.h"

#include <stddef.h>

/* Where tracefs is: 0, or -errno after unusable() */
int scratch_tracefs(struct trial *t, char path[PLACE]);

/* The instance, or -errno after failed() or unusable() */
int scratch_open(struct trial *t);
void scratch_close(struct bench *b);

/* Writes a file of the instance: 0 or -errno after failed(). The second is for taking things back. */
int scratch_write(struct trial *t, const char *file, const char *text);
void scratch_undo(struct trial *t, const char *file, const char *text);

/* One line more in a file outside the instance ("kprobe_events"); never a whole file: others have lines there */
int scratch_define(struct trial *t, const char *file, const char *line);
void scratch_undefine(const char *file, const char *line);

/* Does fire() bring an event into the instance's buffer? Empties it before. 0 or -errno after failed(). */
int scratch_sees(struct trial *t, void (*fire)(void));
/* The same for an event that has to be switched on for it: "task/task_rename" */
int scratch_sees_event(struct trial *t, const char *event, void (*fire)(void));

#endif
