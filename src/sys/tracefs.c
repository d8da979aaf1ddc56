// SPDX-License-Identifier: GPL-2.0-or-later
#include "tracefs.h"

#include "base/log.h"
#include "mounts.h"
#include "owner.h"
#include "privileges.h"
#include "refusals.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tracefs/tracefs.h>
#include <unistd.h>

static int no_place(struct why *why, int err, const char *directory)
{
	if (err == -EXDEV)
		return because(why, err, "something else is mounted over tracefs: umount %s", directory);
	if (!mount_possible("tracefs"))
		return because(why, err, "this kernel has no tracefs: CONFIG_FTRACE is off");
	return because(why, -ENOENT, "tracefs is not mounted: " TRACEFS_MOUNT);
}

/* Checks the effective user and capabilities. access() would check those of the real user, who may not be root. */
static int may(const char *path, int mode)
{
	return faccessat(AT_FDCWD, path, mode, AT_EACCESS) ? -errno : 0;
}

static int not_permitted(struct why *why, int err, const char *directory)
{
	if (in_user_namespace())
		return because(why, err,
					   "%s not permitted: capabilities do not count in a user namespace: run it outside, as root",
					   directory);
	return because(why, err, "%s not permitted: run as root", directory);
}

/* Is this folder of it there, and may it be used so? */
static int check_folder(struct why *why, const char *directory, const char *folder, int mode)
{
	char path[600];
	int err;

	snprintf(path, sizeof(path), "%s/%s", directory, folder);
	err = may(path, mode);
	if (err == -EACCES)
		return not_permitted(why, err, directory);
	if (err == -EROFS)
		return because(why, err, "tracefs is mounted read-only: mount -o remount,rw %s", directory);
	if (err && lockdown_mode() == LOCKDOWN_CONFIDENTIALITY)
		return because(why, -EPERM, "tracefs is closed: lockdown is confidentiality");
	return err ? because(why, -ENOENT, "%s has no %s: a kernel without ftrace", directory, folder) : 0;
}

static int find_for(struct why *why, const char *folder, int mode)
{
	char directory[512];
	int err = tracefs_place(directory, sizeof(directory));

	err = err ? no_place(why, err, directory) : check_folder(why, directory, folder, mode);
	if (!err && tracefs_set_tracing_dir(directory))
		err = because(why, -ENOMEM, "out of memory");
	return err;
}

int tracefs_find_writable(struct why *why)
{
	return find_for(why, "instances", W_OK);
}

int tracefs_find(struct why *why)
{
	int err = tracefs_find_writable(why);

	if (err)
		return err;
	err = owner_take();
	return err ? because(why, err, "cannot lock %s/README: %s", tracefs_tracing_dir(), strerror(-err)) : 0;
}

int tracefs_find_readable(struct why *why)
{
	return find_for(why, "events", R_OK | X_OK);
}

int tracefs_needed(const char *what)
{
	struct why why;

	return tracefs_find_readable(&why) ? fail(-ENOSYS, "%s%s%s", what, *what ? ": " : "", why.text) : 0;
}

void tracefs_group_name(char *to, size_t size)
{
	snprintf(to, size, TRACEFS_GROUP "%s", owner_name());
}

void tracefs_event_name(char *to, size_t size, const char *what)
{
	snprintf(to, size, TRACEFS_GROUP "%s/%s_%s", owner_name(), what, owner_name());
}

struct tracefs_instance *tracefs_own_instance(const char *prefix, const char *more)
{
	struct tracefs_instance *instance;
	char name[256];

	snprintf(name, sizeof(name), "%s%s%s", prefix, owner_name(), more);
	instance = tracefs_instance_create(name);
	if (!instance || tracefs_instance_is_new(instance))
		return instance;
	tracefs_instance_free(instance);
	errno = EEXIST;
	return NULL;
}

/* tracefs_instances() would leak its regular expression up to libtracefs 1.6. */
int tracefs_each_instance(int (*visit)(const char *name, void *arg), void *arg)
{
	char *path = tracefs_get_tracing_file("instances");
	DIR *dir = path ? opendir(path) : NULL;
	struct dirent *entry;
	int result = 0;

	tracefs_put_tracing_file(path);
	while (dir && !result && (entry = readdir(dir)))
		result = *entry->d_name == '.' ? 0 : visit(entry->d_name, arg);
	if (dir)
		closedir(dir);
	return result;
}

int tracefs_each_event(struct tracefs_instance *instance,
					   int (*visit)(const char *system, const char *event, void *arg), void *arg)
{
	char *folder = tracefs_instance_get_dir(instance);
	char **systems = folder ? tracefs_event_systems(folder) : NULL;
	int result = 0;

	for (char **system = systems; system && *system && !result; system++) {
		char **events = tracefs_system_events(folder, *system);

		for (char **event = events; event && *event && !result; event++)
			result = visit(*system, *event, arg);
		tracefs_list_free(events);
	}
	tracefs_list_free(systems);
	tracefs_put_tracing_file(folder);
	return result;
}

/* A line is "p:kprobes/open vfs_open ..." or, of user events, "u:NAME ...". */
int tracefs_each_dynamic_event(int (*visit)(const char *event, void *arg), void *arg)
{
	char *text = tracefs_instance_file_read(NULL, "dynamic_events", NULL), *save = NULL;
	int result = 0;

	for (char *line = text ? strtok_r(text, "\n", &save) : NULL; line && !result; line = strtok_r(NULL, "\n", &save)) {
		char *event = strchr(line, ':');

		if (!event)
			continue;
		event++;
		event[strcspn(event, " \t")] = '\0';
		result = visit(event, arg);
	}
	free(text);
	return result;
}

static int is_event(const char *event, void *wanted)
{
	return !strcmp(event, wanted);
}

bool tracefs_event_is_dynamic(const char *category, const char *name)
{
	char wanted[256];

	snprintf(wanted, sizeof(wanted), "%s/%s", category, name);
	return !strcmp(category, "user_events") || tracefs_each_dynamic_event(is_event, wanted);
}

int tracefs_remove_event(const char *event)
{
	char command[256];

	snprintf(command, sizeof(command), "-:%s", event);
	return tracefs_instance_file_append(NULL, "dynamic_events", command) < 0 ? -errno : 0;
}
