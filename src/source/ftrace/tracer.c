// SPDX-License-Identifier: GPL-2.0-or-later
/* Which functions and which tasks the function tracers of an instance follow. */
#include "tracer.h"

#include "sys/functions_filter.h"
#include "sys/pid_namespace.h"
#include "ftrace.h"
#include "source/tasks.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tracefs/tracefs.h>
#include <unistd.h>

/* The kernel takes one name from each write(), and returns how much of the text it took. */
static int write_names(int fd, const char *text, size_t size)
{
	while (size) {
		ssize_t n = write(fd, text, size);

		if (n <= 0)
			return n < 0 ? -errno : -EIO;
		text += n;
		size -= (size_t)n;
	}
	return 0;
}

static int write_name(int fd, const char *name)
{
	char text[520];

	return write_names(fd, text, (size_t)snprintf(text, sizeof(text), "%s ", name));
}

/* For filters that take no line numbers (functions_filter() uses those). The kernel searches all its functions for
 * each name. */
static int write_functions(int fd, const struct functions *f)
{
	const char *word;
	size_t at = 0;
	int err = 0;

	while (!err && (word = functions_next_word(f, &at)))
		err = write_name(fd, word);
	return err;
}

/* Writes set_graph_function, which exists once in the system. */
static int set_graph(const char *file, const struct functions *f)
{
	int fd = tracefs_instance_file_open(NULL, file, O_WRONLY | O_APPEND | O_CLOEXEC);
	int err = fd < 0 ? -errno : write_functions(fd, f);

	if (fd >= 0 && close(fd) && !err)
		err = -errno;
	return err;
}

int ftrace_functions(struct session *s, const char *file, const struct functions *f)
{
	int err = strncmp(file, "set_graph_", 10) ? functions_filter(ftrace_instance(s), file, f) : set_graph(file, f);

	return err ? cannot(s, err, "cannot set %s: %s", file, strerror(-err)) : 0;
}

static int follow_one(struct session *s, const char *file, unsigned long id)
{
	char text[24];

	snprintf(text, sizeof(text), "%lu ", id);
	return ftrace_append(s, file, text);
}

/* Adds all threads of the process. The kernel itself adds threads that listed threads make
 * (options/function-fork). A thread that an unlisted one makes meanwhile is missed, so this reads again until the
 * number of threads is stable. */
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

static int list_thread(void *file, uint32_t tid)
{
	return fprintf(file, "%u ", tid) < 0 ? -ENOMEM : 0;
}

/* One write() for all: the kernel waits for a grace period after each. */
static int follow_known(struct session *s, const struct tasks *t, size_t *length)
{
	char *text = NULL;
	FILE *file = open_memstream(&text, length);
	int err = file ? tasks_followed(t, list_thread, file) : -ENOMEM;

	if (file && fclose(file))
		err = -ENOMEM;
	err = err ? cannot(s, err, "out of memory") : ftrace_append(s, "set_ftrace_pid", text);
	free(text);
	return err;
}

/* Adds all threads of --follow's process and of its descendants. The kernel adds what a listed thread makes. What an
 * unlisted one makes meanwhile shows in the next round: its maker is known by then, even if it has ended. These tasks
 * are of no use afterwards, because nothing keeps their names up to date. */
static int follow_descendants(struct session *s)
{
	struct tasks *t = tasks_new(s->set, 0, true);
	size_t length = 0, before;
	int err = 0;

	if (!t)
		return cannot(s, -ENOMEM, "out of memory");
	do {
		before = length;
		tasks_scan(t);
		err = follow_known(s, t, &length);
	} while (!err && length != before);
	tasks_free(t);
	return err;
}

int ftrace_follow(struct session *s)
{
	const struct settings *set = s->set;
	int err = ftrace_set(s, "options/function-fork", "1");

	if (!err)
		follow_one(s, "set_ftrace_notrace_pid", pid_self()); /* since 5.8 */
	if (err || set->tid)
		return err ? err : follow_one(s, "set_ftrace_pid", set->tid);
	if (set->follow)
		return follow_descendants(s);
	for (uint32_t i = 0; i < set->npids && !err; i++)
		err = follow_process(s, set->pids[i]);
	if (!err && s->child_pid && !set->npids)
		err = follow_one(s, "set_ftrace_pid", s->child_pid);
	return err;
}
