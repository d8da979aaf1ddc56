/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tasks.h - names and processes of threads, kept in user space for the records of ftrace and perf, which have a
 * thread id and at best a name. Also the task filter of the command line.
 *
 * Threads that exist when tracing starts are read from /proc. New threads and new names come from events (ftrace:
 * task_newtask and task_rename, perf: FORK and COMM), so even a process that lives for a millisecond has its name. A
 * replay knows only what was recorded.
 */
#pragma once

#include "session/settings.h"

struct tasks;

struct task {
	uint32_t tid, tgid, parent; /* parent: a process; 0: not known */
	char comm[TASK_COMM];
	bool followed; /* belongs to the command or process that is followed, or descends from it */
	bool ended;	   /* tasks_lives() was told so; nobody else asks */
	bool made;	   /* tasks_made() told of it: it began during the run */
};

/* child: PID of the command to follow; 0: none. live: /proc may be read. NULL without memory. Free it with
 * tasks_free(). */
struct tasks *tasks_new(const struct settings *set, uint32_t child, bool live);
void tasks_free(struct tasks *t);

/* Reads all threads from /proc. Slow, with a file for each: only for a stream that follows tasks */
void tasks_scan(struct tasks *t);

/* Calls `each` with all threads that are known to be followed, until it returns an error, which is the result. */
int tasks_followed(const struct tasks *t, int (*each)(void *data, uint32_t tid), void *data);

/* Calls lives() for followed processes until it says yes, which is the result. One that has ended is not asked for
 * again. */
bool tasks_lives(struct tasks *t, bool (*lives)(uint32_t pid));
/* How many followed threads tasks_made() has seen */
uint64_t tasks_born(const struct tasks *t);

/* Forgets threads that ended long ago, if there are many. Results of tasks_get() are not valid afterwards. */
void tasks_prune(struct tasks *t);

/* Lines "tid tgid parent comm" with comm escaped: the file `tasks` of a recording. 0 or -errno */
int tasks_save(const struct tasks *t, int fd);
void tasks_load(struct tasks *t, char *text);

/* The thread, read from /proc if it is new; named "?" if nothing is known. Never NULL */
const struct task *tasks_get(struct tasks *t, uint32_t tid);

/* The kernel gives out thread ids in order, and begins anew after the last. True if it has done so since the
 * start: then an id may belong to another thread than before. */
bool tasks_numbers_anew(const struct tasks *t);
/* A new thread. clone_flags: as the kernel has them; by: the thread that called clone() */
void tasks_made(struct tasks *t, uint32_t by, uint32_t tid, uint64_t clone_flags, const char *comm, size_t length);
/* The same of perf's records, which name neither flags nor the new task */
void tasks_forked(struct tasks *t, uint32_t by, uint32_t tid, bool is_thread);
/* A record says whose thread it is: for one that ended before /proc could tell */
void tasks_belongs(struct tasks *t, uint32_t tid, uint32_t tgid);
void tasks_renamed(struct tasks *t, uint32_t tid, const char *comm, size_t length);

/* True if the command line filters by task */
bool tasks_filtered(const struct tasks *t);
/* True if the command line wants the task. comm: its name in the record, length bytes; NULL: its own name */
bool tasks_wanted(struct tasks *t, uint32_t tid, const char *comm, size_t length);
