// SPDX-License-Identifier: GPL-2.0-or-later
#include "tracefs.h"

#include "../log.h"
#include "mounts.h"
#include "privileges.h"
#include "tracefs_hold.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tracefs/tracefs.h>
#include <unistd.h>

#define PREFIX "ktally."
#define GROUP "ktally_"

static int not_mounted(struct session *s)
{
	return cannot(s, -ENOENT, "tracefs is not mounted: mount -t tracefs tracefs /sys/kernel/tracing");
}

/* Older systems have it only inside debugfs, where it mounts itself when it is looked at. */
static int find_directory(char *to, size_t size)
{
	char debugfs[256];

	if (!mount_find("tracefs", to, size))
		return 0;
	if (mount_find("debugfs", debugfs, sizeof(debugfs)))
		return -ENOENT;
	snprintf(to, size, "%s/tracing", debugfs);
	return access(to, F_OK) ? -ENOENT : 0;
}

int tracefs_find(struct session *s)
{
	char directory[512], path[600];

	if (find_directory(directory, sizeof(directory)))
		return not_mounted(s);
	snprintf(path, sizeof(path), "%s/instances", directory);
	if (access(path, F_OK) && errno == EACCES)
		return cannot(s, -EACCES, "%s not permitted: run as root", directory);
	if (access(path, F_OK) && lockdown_mode() == LOCKDOWN_CONFIDENTIALITY)
		return cannot(s, -EPERM, "tracefs is closed: lockdown is confidentiality");
	if (access(path, F_OK))
		return cannot(s, -ENOENT, "%s has no instances: a kernel without ftrace", directory);
	if (access(path, W_OK))
		return cannot(s, -errno, "%s not writable (%s): run as root", directory, strerror(errno));
	return tracefs_set_tracing_dir(directory) ? cannot(s, -ENOMEM, "out of memory") : 0;
}

void tracefs_group_name(char *to, size_t size)
{
	snprintf(to, size, GROUP "%d", getpid());
}

void tracefs_instance_name(char *to, size_t size)
{
	snprintf(to, size, PREFIX "%d", getpid());
}

static bool is_dead(const char *number, char after)
{
	char *end;
	long pid = strtol(number, &end, 10);

	return pid > 0 && *end == after && kill((pid_t)pid, 0) && errno == ESRCH;
}

bool tracefs_is_dead(const char *name, char after)
{
	return !strncmp(name, PREFIX, strlen(PREFIX)) && is_dead(name + strlen(PREFIX), after);
}

bool tracefs_is_hold(const char *name)
{
	return !strncmp(name, PREFIX, strlen(PREFIX)) && strchr(name + strlen(PREFIX), '.');
}

static bool remove_instance(const char *name)
{
	struct tracefs_instance *instance = tracefs_instance_create(name);
	int err = instance ? tracefs_instance_destroy(instance) : -1;

	tracefs_instance_free(instance);
	return !err;
}

/* Not tracefs_instances(): up to libtracefs 1.6 it leaks its regular expression. */
static int sweep_instances(bool dry_run, void (*tell)(const char *what))
{
	char *path = tracefs_get_tracing_file("instances");
	DIR *dir = path ? opendir(path) : NULL;
	struct dirent *entry;
	int n = 0;

	tracefs_put_tracing_file(path);
	while (dir && (entry = readdir(dir))) {
		const char *name = entry->d_name;

		if (!tracefs_is_dead(name, '\0'))
			continue;
		if (!dry_run && !remove_instance(name))
			continue;
		n++;
		if (tell)
			tell(name);
	}
	if (dir)
		closedir(dir);
	return n;
}

/* "p:ktally_123/name vfs_read ..." -> "-:ktally_123/name" */
static bool remove_event(const char *event)
{
	char command[256];

	snprintf(command, sizeof(command), "-:%s", event);
	return tracefs_instance_file_append(NULL, "dynamic_events", command) >= 0;
}

/* Dynamic events have no folder of their own: their group carries the PID. */
static int sweep_events(bool dry_run, void (*tell)(const char *what))
{
	char *text = tracefs_instance_file_read(NULL, "dynamic_events", NULL), *save = NULL;
	int n = 0;

	for (char *line = text ? strtok_r(text, "\n", &save) : NULL; line; line = strtok_r(NULL, "\n", &save)) {
		char *event = strchr(line, ':');

		if (!event || strncmp(++event, GROUP, strlen(GROUP)))
			continue;
		event[strcspn(event, " \t")] = '\0';
		if (!is_dead(event + strlen(GROUP), '/') || !(dry_run || remove_event(event)))
			continue;
		n++;
		if (tell)
			tell(event);
	}
	free(text);
	return n;
}

int tracefs_sweep(bool dry_run, void (*tell)(const char *what))
{
	int instances = sweep_instances(dry_run, tell); /* who uses an event, or what is held, before these */

	return instances + tracefs_sweep_holds(dry_run, tell) + sweep_events(dry_run, tell);
}
