// SPDX-License-Identifier: GPL-2.0-or-later
/* What the function tracers of an instance follow: functions, tasks. */
#include "../sys/functions.h"
#include "ftrace.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tracefs/tracefs.h>
#include <unistd.h>

static int append(struct session *s, const char *file, const char *text)
{
	if (!strncmp(file, "set_graph_", 10)) /* once in the system */
		return tracefs_instance_file_append(NULL, file, text) < 0
				   ? cannot(s, -errno, "cannot set %s: %s", file, strerror(errno))
				   : 0;
	return ftrace_append(s, file, text);
}

/* The kernel takes names, parted by spaces; as many as fit a buffer at a time. */
int ftrace_functions(struct session *s, const char *file, const struct functions *f)
{
	char text[4000];
	size_t at = 0;
	int err = 0;

	for (size_t i = 0; i < f->n && !err; i++) {
		at += (size_t)snprintf(text + at, sizeof(text) - at, "%s ", f->list[i].name);
		if (at < sizeof(text) - 300 && i + 1 < f->n)
			continue;
		err = append(s, file, text);
		at = 0;
	}
	return err;
}

static int follow_one(struct session *s, const char *file, unsigned long id)
{
	char text[24];

	snprintf(text, sizeof(text), "%lu ", id);
	return ftrace_append(s, file, text);
}

/* All threads; new ones are followed by the kernel, which knows them by their makers. So a thread whose maker was not
 * in the list yet is found by looking again, until there is nothing new. */
static int follow_process(struct session *s, uint32_t pid)
{
	unsigned long seen = 0, before;
	int err = 0;

	do {
		struct dirent *entry;
		char path[48];
		DIR *dir;

		before = seen;
		seen = 0;
		snprintf(path, sizeof(path), "/proc/%u/task", pid);
		dir = opendir(path);
		while (dir && !err && (entry = readdir(dir)))
			if (*entry->d_name != '.' && ++seen)
				err = follow_one(s, "set_ftrace_pid", strtoul(entry->d_name, NULL, 10));
		if (dir)
			closedir(dir);
	} while (!err && seen != before);
	return err;
}

int ftrace_follow(struct session *s)
{
	const struct settings *set = s->set;
	int err = ftrace_set(s, "options/function-fork", "1");

	if (!err)
		follow_one(s, "set_ftrace_notrace_pid", (unsigned long)getpid()); /* since 5.8 */
	if (err || set->tid)
		return err ? err : follow_one(s, "set_ftrace_pid", set->tid);
	for (uint32_t i = 0; i < set->npids && !err; i++)
		err = follow_process(s, set->pids[i]);
	if (!err && s->child && !set->npids)
		err = follow_one(s, "set_ftrace_pid", (unsigned long)s->child);
	return err;
}
