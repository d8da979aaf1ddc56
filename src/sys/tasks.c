// SPDX-License-Identifier: GPL-2.0-or-later
#include "tasks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define uthash_fatal(msg) abort()
#include <uthash.h>

struct thread {
	UT_hash_handle hh;
	uint32_t tid, tgid;
	bool followed;
};

struct tasks {
	const struct settings *set;
	bool follow;
	struct thread *threads;
};

static struct thread *find(struct tasks *t, uint32_t tid)
{
	struct thread *thread;

	HASH_FIND(hh, t->threads, &tid, sizeof(tid), thread);
	return thread;
}

static struct thread *add(struct tasks *t, uint32_t tid, uint32_t tgid, bool followed)
{
	struct thread *thread = calloc(1, sizeof(*thread));

	if (!thread)
		return NULL;
	thread->tid = tid;
	thread->tgid = tgid;
	thread->followed = followed;
	HASH_ADD(hh, t->threads, tid, sizeof(tid), thread);
	return thread;
}

struct tasks *tasks_new(const struct settings *set, pid_t child)
{
	struct tasks *t = calloc(1, sizeof(*t));

	if (!t)
		return NULL;
	t->set = set;
	t->follow = child > 0 && !set->npids && !set->tid;
	if (t->follow)
		add(t, (uint32_t)child, (uint32_t)child, true);
	return t;
}

void tasks_free(struct tasks *t)
{
	struct thread *thread, *next;

	if (!t)
		return;
	HASH_ITER (hh, t->threads, thread, next) {
		HASH_DEL(t->threads, thread);
		free(thread);
	}
	free(t);
}

bool tasks_filtered(const struct tasks *t)
{
	return t->follow || t->set->npids || t->set->tid || t->set->comm;
}

static uint32_t ask_proc(uint32_t tid)
{
	char path[48], line[128];
	uint32_t tgid = tid;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%u/status", tid);
	file = fopen(path, "re");
	if (!file)
		return tid;
	while (fgets(line, sizeof(line), file))
		if (sscanf(line, "Tgid: %u", &tgid) == 1)
			break;
	fclose(file);
	return tgid;
}

static struct thread *known(struct tasks *t, uint32_t tid)
{
	struct thread *thread = find(t, tid);

	return thread ? thread : add(t, tid, ask_proc(tid), false);
}

uint32_t tasks_process(struct tasks *t, uint32_t tid)
{
	struct thread *thread = known(t, tid);

	return thread ? thread->tgid : tid;
}

void tasks_fork(struct tasks *t, uint32_t parent, uint32_t child)
{
	struct thread *from = find(t, parent), *old = find(t, child);

	if (old) { /* the id was used before */
		HASH_DEL(t->threads, old);
		free(old);
	}
	if (from && from->followed)
		add(t, child, from->tgid, true);
}

static bool in_pids(const struct settings *set, uint32_t tgid)
{
	for (uint32_t i = 0; i < set->npids; i++)
		if (set->pids[i] == tgid)
			return true;
	return false;
}

bool tasks_wanted(struct tasks *t, uint32_t tid, const char *comm, size_t length)
{
	const struct settings *set = t->set;

	if (set->tid && tid != set->tid)
		return false;
	if (set->comm && (!comm || !memmem(comm, length, set->comm, strlen(set->comm))))
		return false;
	if (set->npids && !in_pids(set, tasks_process(t, tid)))
		return false;
	if (t->follow) {
		struct thread *thread = find(t, tid);

		return thread && thread->followed;
	}
	return true;
}
