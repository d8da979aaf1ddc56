/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tasks.h - who a thread is, in user space, for ftrace records: they carry a thread id and at best a name.
 *
 * Threads that are there when tracing starts are asked from /proc; new ones and new names come from the
 * events task_newtask and task_rename, so a process that lives for a millisecond has its name too. In a
 * replay only what was recorded is known. Also the task filter of the command line.
 */
#ifndef KTALLY_TASKS_H
#define KTALLY_TASKS_H

#include "session/settings.h"

struct tasks;

struct task {
	uint32_t tid, tgid, parent; /* parent: a process; 0: not known */
	char comm[TASK_COMM];
	bool followed; /* part of the command that is followed */
};

/* child: the command to follow, 0: none. live: /proc may be asked. NULL without memory; tasks_free() */
struct tasks *tasks_new(const struct settings *set, uint32_t child, bool live);
void tasks_free(struct tasks *t);

/* Everybody who is there now; only where names of all tasks matter: it reads a file for each thread. */
void tasks_scan(struct tasks *t);

/* Forgets threads that have ended long ago, where there are many; what tasks_get() returned is not valid any more. */
void tasks_prune(struct tasks *t);

/* "tid tgid parent comm" lines, comm escaped: a recording's file `tasks` */
int tasks_save(const struct tasks *t, int fd);
void tasks_load(struct tasks *t, char *text);

/* The thread, asked from /proc when it is new; one named "?" where nothing is known. Never NULL */
const struct task *tasks_get(struct tasks *t, uint32_t tid);

/* clone_flags as the kernel has them; `by` is the thread that called clone() */
/* The kernel gives out numbers in order, and begins anew at the end: has it done so since the start? Then a number may
 * be another thread's than it was. */
bool tasks_numbers_anew(const struct tasks *t);
void tasks_made(struct tasks *t, uint32_t by, uint32_t tid, uint64_t clone_flags, const char *comm, size_t length);
void tasks_renamed(struct tasks *t, uint32_t tid, const char *comm, size_t length);

/* Is anything filtered by task at all? */
bool tasks_filtered(const struct tasks *t);
/* comm: as the record gave it, length bytes; NULL: the task's own name */
bool tasks_wanted(struct tasks *t, uint32_t tid, const char *comm, size_t length);

#endif
