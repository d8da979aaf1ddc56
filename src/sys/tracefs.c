// SPDX-License-Identifier: GPL-2.0-or-later
#include "tracefs.h"

#include "base/log.h"
#include "confinement.h"
#include "mounts.h"
#include "owner.h"
#include "privileges.h"
#include "tracefs_hold.h"
#include "tracefs_triggers.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tracefs/tracefs.h>
#include <unistd.h>

#define GROUP "ktally_"

static int no_place(struct session *s, int err, const char *directory)
{
	if (err == -EXDEV)
		return cannot(s, err, "something else is mounted over tracefs: umount %s", directory);
	if (!mount_possible("tracefs"))
		return cannot(s, err, "this kernel has no tracefs: CONFIG_FTRACE is off");
	return cannot(s, -ENOENT, "tracefs is not mounted: " TRACEFS_MOUNT);
}

/* By the effective user and capabilities: access() would ask for the real user's, who has none unless he is root. */
static int may(const char *path, int mode)
{
	return faccessat(AT_FDCWD, path, mode, AT_EACCESS) ? -errno : 0;
}

static int not_permitted(struct session *s, int err, const char *directory)
{
	if (in_user_namespace())
		return cannot(s, err,
					  "%s not permitted: capabilities do not count in a user namespace: run it outside, as root",
					  directory);
	return cannot(s, err, "%s not permitted: run as root", directory);
}

int tracefs_find(struct session *s)
{
	char directory[512], path[600];
	int err = tracefs_place(directory, sizeof(directory));

	if (err)
		return no_place(s, err, directory);
	snprintf(path, sizeof(path), "%s/instances", directory);
	err = may(path, F_OK);
	if (err == -EACCES)
		return not_permitted(s, err, directory);
	if (err && lockdown_mode() == LOCKDOWN_CONFIDENTIALITY)
		return cannot(s, -EPERM, "tracefs is closed: lockdown is confidentiality");
	if (err)
		return cannot(s, -ENOENT, "%s has no instances: a kernel without ftrace", directory);
	err = may(path, W_OK);
	if (err == -EROFS)
		return cannot(s, err, "tracefs is mounted read-only: mount -o remount,rw %s", directory);
	if (err)
		return not_permitted(s, err, directory);
	if (tracefs_set_tracing_dir(directory))
		return cannot(s, -ENOMEM, "out of memory");
	err = owner_take();
	return err ? cannot(s, err, "cannot lock %s/README: %s", directory, strerror(-err)) : 0;
}

void tracefs_group_name(char *to, size_t size)
{
	snprintf(to, size, GROUP "%s", owner_name());
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

static bool is_gone(const char *name, char after)
{
	return !strncmp(name, TRACEFS_OWN, strlen(TRACEFS_OWN)) && owner_is_gone(name + strlen(TRACEFS_OWN), after);
}

/* Another ktally that starts may be removing it too: it is not to be made anew */
static bool remove_instance(const char *name)
{
	struct tracefs_instance *instance = tracefs_instance_alloc(NULL, name);
	int err = instance ? tracefs_instance_destroy(instance) : -1;

	if (instance && err && errno == EBUSY) {
		tracefs_remove_triggers(instance);
		err = tracefs_instance_destroy(instance);
	}
	tracefs_instance_free(instance);
	return !err;
}

/* Not tracefs_instances(): up to libtracefs 1.6 it leaks its regular expression. */
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

struct sweep {
	bool dry_run;
	void (*tell)(const char *what);
	int n;
};

static int swept(struct sweep *sweep, const char *name)
{
	sweep->n++;
	if (sweep->tell)
		sweep->tell(name);
	return 0;
}

static int sweep_instance(const char *name, void *arg)
{
	struct sweep *sweep = arg;

	return is_gone(name, '\0') && (sweep->dry_run || remove_instance(name)) ? swept(sweep, name) : 0;
}

static int sweep_hold(const char *name, void *arg)
{
	struct sweep *sweep = arg;

	if (!tracefs_held(name) || !is_gone(name, '.'))
		return 0;
	if (!sweep->dry_run)
		tracefs_release(name);
	return swept(sweep, name);
}

/* Second notes, which go with the first one: of who was killed between the two */
static int sweep_second(const char *name, void *arg)
{
	struct sweep *sweep = arg;

	if (!tracefs_is_note(name) || tracefs_held(name) || !is_gone(name, '.') || sweep->dry_run)
		return 0;
	tracefs_release(name);
	return swept(sweep, name);
}

int tracefs_remove_event(const char *event)
{
	char command[256];

	snprintf(command, sizeof(command), "-:%s", event);
	return tracefs_instance_file_append(NULL, "dynamic_events", command) < 0 ? -errno : 0;
}

/* Dynamic events have no folder of their own: their group carries the PID, or, as synthetic ones have all the same
 * group, their name. */
static bool is_left(const char *event)
{
	static const char synthetic[] = "synthetic/" GROUP;

	if (!strncmp(event, synthetic, sizeof(synthetic) - 1))
		return owner_is_gone(event + sizeof(synthetic) - 1, '\0');
	return !strncmp(event, GROUP, strlen(GROUP)) && owner_is_gone(event + strlen(GROUP), '/');
}

static void sweep_events(struct sweep *sweep)
{
	char *text = tracefs_instance_file_read(NULL, "dynamic_events", NULL), *save = NULL;

	for (char *line = text ? strtok_r(text, "\n", &save) : NULL; line; line = strtok_r(NULL, "\n", &save)) {
		char *event = strchr(line, ':');

		if (!event)
			continue;
		event++;
		event[strcspn(event, " \t")] = '\0';
		if (is_left(event) && (sweep->dry_run || !tracefs_remove_event(event)))
			swept(sweep, event);
	}
	free(text);
}

int tracefs_sweep(bool dry_run, void (*tell)(const char *what))
{
	struct sweep sweep = {dry_run, tell, 0};

	if (!owner_sweep_begin())
		return -EBUSY;
	tracefs_each_instance(sweep_instance, &sweep); /* who uses an event, or what is held, before these */
	tracefs_each_instance(sweep_hold, &sweep);
	tracefs_each_instance(sweep_second, &sweep);
	sweep_events(&sweep);
	owner_sweep_end();
	return sweep.n;
}
