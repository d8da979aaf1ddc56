/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tasks.h - the task filter in user space, for ftrace records: they carry a thread id and at best a name.
 * Which process a thread belongs to is asked from /proc once and kept.
 */
#ifndef KTALLY_TASKS_H
#define KTALLY_TASKS_H

#include "../settings.h"

struct tasks;

/* child: the command to follow, 0: none. NULL without memory; tasks_free() */
struct tasks *tasks_new(const struct settings *set, pid_t child);
void tasks_free(struct tasks *t);

/* Is anything filtered by task at all? */
bool tasks_filtered(const struct tasks *t);
/* comm: as the record gave it, length bytes; NULL where it gave none */
bool tasks_wanted(struct tasks *t, uint32_t tid, const char *comm, size_t length);
/* A thread or process was made: it belongs to its parent's process, or is followed like it. */
void tasks_fork(struct tasks *t, uint32_t parent, uint32_t child);

/* Process of a thread; the thread's own id where it is not known (it is gone) */
uint32_t tasks_process(struct tasks *t, uint32_t tid);

#endif
