// SPDX-License-Identifier: GPL-2.0-or-later
#include "tasks.h"

#include "base/escape.h"
#include "probe/glob.h"
#include "sys/processes.h"

#include <dirent.h>
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define uthash_fatal(msg) abort()
#include <uthash.h>

struct entry {
	UT_hash_handle hh;
	struct task task;
};

struct tasks {
	const struct settings *set;
	uint32_t root;			   /* who is followed; 0: nobody */
	struct filter_names names; /* if settings_comm_is_list() */
	bool listed;
	bool follow, live;
	struct entry *entries; /* in the order in which they were added */
	unsigned limit;
	uint64_t born;
	uint32_t newest; /* the thread made last */
	bool anew;
};

/* With more tasks than this (1.6 MB) tasks_prune() looks for dead ones. It keeps the newest half of this number in
 * any case, because their records may still be in a buffer. */
#define TASKS_MIN 16384

/* Threads made at the same time: their records may come in another order than their numbers. */
#define ABREAST 64

static struct task *find(struct tasks *t, uint32_t tid)
{
	struct entry *e;

	HASH_FIND(hh, t->entries, &tid, sizeof(tid), e);
	return e ? &e->task : NULL;
}

/* An empty task with this id. Clears an old one, because the kernel uses ids again. NULL without memory */
static struct task *renew(struct tasks *t, uint32_t tid)
{
	struct entry *e;

	HASH_FIND(hh, t->entries, &tid, sizeof(tid), e);
	if (e)
		HASH_DEL(t->entries, e); /* it is the newest now */
	else
		e = malloc(sizeof(*e));
	if (!e)
		return NULL;
	memset(e, 0, sizeof(*e));
	e->task.tid = e->task.tgid = tid;
	HASH_ADD(hh, t->entries, task.tid, sizeof(tid), e);
	return &e->task;
}

static void set_comm(struct task *task, const char *comm, size_t length)
{
	if (length >= TASK_COMM)
		length = TASK_COMM - 1;
	memcpy(task->comm, comm, length);
	task->comm[length] = '\0';
}

/* Undoes the escapes of Name in /proc/TID/status: newline and backslash */
static void unescape_name(char *name)
{
	char *to = name;

	for (const char *from = name; *from; from++) {
		if (from[0] == '\\' && (from[1] == 'n' || from[1] == '\\'))
			*to++ = *++from == 'n' ? '\n' : '\\';
		else
			*to++ = *from;
	}
	*to = '\0';
}

static void read_status(FILE *file, struct task *task)
{
	char line[256];

	while (fgets(line, sizeof(line), file)) {
		line[strcspn(line, "\n")] = '\0';
		if (!strncmp(line, "Name:\t", 6)) {
			unescape_name(line + 6);
			set_comm(task, line + 6, strlen(line + 6));
		}
		sscanf(line, "Tgid: %u", &task->tgid);
		if (sscanf(line, "PPid: %u", &task->parent) == 1)
			return;
	}
}

static const struct task *ask_proc(struct tasks *t, uint32_t tid)
{
	static struct task unknown;
	struct task *task;
	char path[48];
	FILE *file = NULL;

	snprintf(path, sizeof(path), "/proc/%u/status", tid);
	if (t->live && tid)
		file = fopen(path, "re");
	task = renew(t, tid);
	if (task) {
		strcpy(task->comm, tid ? "?" : "swapper");
		if (file)
			read_status(file, task);
	}
	if (file)
		fclose(file);
	if (!task)
		unknown = (struct task){.tid = tid, .tgid = tid, .comm = "?"};
	return task ? task : &unknown;
}

const struct task *tasks_get(struct tasks *t, uint32_t tid)
{
	const struct task *task = find(t, tid);

	return task ? task : ask_proc(t, tid);
}

struct tasks *tasks_new(const struct settings *set, uint32_t child, bool live)
{
	struct tasks *t = calloc(1, sizeof(*t));
	struct task *task;
	uint32_t root;

	if (!t)
		return NULL;
	t->set = set;
	t->live = live;
	t->limit = TASKS_MIN;
	t->listed = set->comm && settings_comm_is_list(set->comm) && !probe_glob_names(&t->names, set->comm);
	root = set->follow ? (uint32_t)set->follow : !set->npids && !set->tid ? child : 0;
	t->follow = root;
	t->root = root;
	if (!root)
		return t;
	tasks_get(t, root);
	task = find(t, root);
	if (task)
		task->followed = true;
	return t;
}

void tasks_free(struct tasks *t)
{
	struct entry *e, *next;

	if (!t)
		return;
	e = t->entries;
	HASH_CLEAR(hh, t->entries); /* the table; entries keep their links */
	for (; e; e = next) {
		next = e->hh.next;
		free(e);
	}
	free(t);
}

static void scan_threads(struct tasks *t, const char *pid)
{
	char path[280];
	struct dirent *entry;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%s/task", pid);
	dir = opendir(path);
	while (dir && (entry = readdir(dir)))
		if (*entry->d_name >= '0' && *entry->d_name <= '9')
			tasks_get(t, (uint32_t)strtoul(entry->d_name, NULL, 10));
	if (dir)
		closedir(dir);
}

/* Follows all known tasks that descend from a followed one */
static void follow_known(struct tasks *t)
{
	const struct task *process, *parent;
	bool more = t->follow;

	while (more) {
		more = false;
		for (struct entry *e = t->entries; e; e = e->hh.next) {
			process = find(t, e->task.tgid);
			parent = find(t, e->task.parent);
			if (e->task.followed || !((process && process->followed) || (parent && parent->followed)))
				continue;
			e->task.followed = more = true;
		}
	}
}

void tasks_scan(struct tasks *t)
{
	DIR *proc = t->live ? opendir("/proc") : NULL;
	struct dirent *entry;

	while (proc && (entry = readdir(proc)))
		if (*entry->d_name >= '0' && *entry->d_name <= '9')
			scan_threads(t, entry->d_name);
	if (proc)
		closedir(proc);
	follow_known(t);
}

int tasks_followed(const struct tasks *t, int (*each)(void *data, uint32_t tid), void *data)
{
	int err = 0;

	for (struct entry *e = t->entries; e && !err; e = e->hh.next)
		if (e->task.followed)
			err = each(data, e->task.tid);
	return err;
}

bool tasks_lives(struct tasks *t, bool (*lives)(uint32_t pid))
{
	for (struct entry *e = t->entries; e; e = e->hh.next) {
		struct task *task = &e->task;

		if (!task->followed || task->ended || task->tid != task->tgid)
			continue;
		if (lives(task->tid))
			return true;
		task->ended = true;
	}
	return false;
}

uint64_t tasks_born(const struct tasks *t)
{
	return t->born;
}

void tasks_prune(struct tasks *t)
{
	unsigned n = HASH_COUNT(t->entries), old;
	struct entry *e, *next;

	if (!t->live || n <= t->limit)
		return;
	old = n - TASKS_MIN / 2;
	HASH_ITER (hh, t->entries, e, next) {
		if (!old--)
			break;
		if (e->task.tid && process_is_gone(e->task.tid)) {
			/* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): it takes the first entry for one with a predecessor */
			HASH_DEL(t->entries, e);
			free(e);
			n--;
		}
	}
	t->limit = n * 2 > TASKS_MIN ? n * 2 : TASKS_MIN;
}

int tasks_save(const struct tasks *t, int fd)
{
	char comm[ESCAPED_SIZE(TASK_COMM)];

	for (struct entry *e = t->entries; e; e = e->hh.next) {
		escape_text(comm, sizeof(comm), e->task.comm, TASK_COMM);
		if (dprintf(fd, "%u %u %u %s\n", e->task.tid, e->task.tgid, e->task.parent, comm) < 0)
			return -errno;
	}
	return 0;
}

/* Does not undo the escapes that tasks_save() made in names. */
void tasks_load(struct tasks *t, char *text)
{
	char *save = NULL;

	for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		unsigned tid, tgid, parent;
		int at = 0;
		struct task *task;

		if (sscanf(line, "%9u %9u %9u %n", &tid, &tgid, &parent, &at) != 3 || !at)
			continue;
		task = renew(t, tid);
		if (!task)
			return;
		task->followed = t->root && t->root == tid;
		task->tgid = tgid;
		task->parent = parent;
		set_comm(task, line + at, strlen(line + at));
	}
	follow_known(t);
}

void tasks_made(struct tasks *t, uint32_t by, uint32_t tid, uint64_t clone_flags, const char *comm, size_t length)
{
	struct task maker = *tasks_get(t, by), *task = renew(t, tid);

	t->anew |= tid + ABREAST < t->newest;
	t->newest = tid;
	if (!task)
		return;
	task->made = true;
	task->followed = maker.followed;
	t->born += maker.followed;
	task->tgid = clone_flags & CLONE_THREAD ? maker.tgid : tid;
	task->parent = clone_flags & (CLONE_THREAD | CLONE_PARENT) ? maker.parent : maker.tgid;
	set_comm(task, comm, length);
}

void tasks_forked(struct tasks *t, uint32_t by, uint32_t tid, bool is_thread)
{
	char comm[TASK_COMM]; /* a copy: making a task may move its maker */

	memcpy(comm, tasks_get(t, by)->comm, sizeof(comm));
	tasks_made(t, by, tid, is_thread ? CLONE_THREAD : 0, comm, strlen(comm));
}

void tasks_belongs(struct tasks *t, uint32_t tid, uint32_t tgid)
{
	struct task *task;

	if (tasks_get(t, tid)->tgid == tgid)
		return;
	task = find(t, tid);
	if (task)
		task->tgid = tgid;
}

void tasks_renamed(struct tasks *t, uint32_t tid, const char *comm, size_t length)
{
	struct task *task;

	tasks_get(t, tid);
	task = find(t, tid);
	if (task)
		set_comm(task, comm, length);
}

bool tasks_numbers_anew(const struct tasks *t)
{
	return t->anew;
}

/* ---- the filter ---- */

bool tasks_filtered(const struct tasks *t)
{
	return t->follow || t->set->npids || t->set->tid || t->set->comm;
}

static bool in_pids(const struct settings *set, uint32_t tgid)
{
	for (uint32_t i = 0; i < set->npids; i++)
		if (set->pids[i] == tgid)
			return true;
	return false;
}

static bool name_wanted(const struct tasks *t, const char *comm, size_t length)
{
	char name[TASK_COMM] = "";

	if (!t->listed)
		return !t->set->comm || memmem(comm, length, t->set->comm, strlen(t->set->comm));
	memcpy(name, comm, length < TASK_COMM ? length : TASK_COMM - 1);
	return filter_names_match(&t->names, name);
}

bool tasks_wanted(struct tasks *t, uint32_t tid, const char *comm, size_t length)
{
	const struct settings *set = t->set;
	const struct task *task;

	if (!tasks_filtered(t))
		return true;
	if (set->tid && tid != set->tid)
		return false;
	task = tasks_get(t, tid);
	if (!comm) {
		comm = task->comm;
		length = strlen(comm);
	}
	if (!name_wanted(t, comm, length))
		return false;
	if (set->npids && !in_pids(set, task->tgid))
		return false;
	return !t->follow || task->followed;
}
