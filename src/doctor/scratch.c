// SPDX-License-Identifier: GPL-2.0-or-later
#include "scratch.h"

#include "sys/mounts.h"
#include "sys/tracefs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <tracefs/tracefs.h>
#include <unistd.h>

#define BUFFER_KB "64"

int scratch_tracefs(struct trial *t, char path[PLACE])
{
	int err = tracefs_place(path, PLACE);
	char umount[PLACE + 8];

	if (!err)
		return 0;
	snprintf(umount, sizeof(umount), "umount %s", path);
	if (err == -EXDEV)
		return unusable(t, err, umount, "something else is mounted over tracefs at %s", path);
	if (!mount_possible("tracefs"))
		return unusable(t, err, "a kernel with CONFIG_FTRACE=y", "this kernel has no tracefs");
	return unusable(t, err, TRACEFS_MOUNT, "tracefs is not mounted");
}

static int find(struct trial *t)
{
	struct why why;
	char path[PLACE];
	int err = scratch_tracefs(t, path);

	if (err)
		return err;
	err = tracefs_find(&why);
	if (!err)
		return 0;
	if (err == -EACCES || err == -EPERM)
		return failed(t, ASKED_FILE, err, "%s", path);
	if (err == -EROFS)
		return unusable(t, err, "mount -o remount,rw /sys/kernel/tracing", "tracefs is mounted read-only at %s", path);
	return unusable(t, err, "", "%s", why.text);
}

int scratch_open(struct trial *t)
{
	int err = find(t);

	if (err)
		return err;
	t->bench->instance = tracefs_own_instance(TRACEFS_OWN, "");
	if (!t->bench->instance)
		return failed(t, ASKED_FILE, -errno, "instances/%s*", TRACEFS_OWN);
	return scratch_write(t, "buffer_size_kb", BUFFER_KB);
}

void scratch_close(struct bench *b)
{
	if (b->instance)
		tracefs_instance_destroy(b->instance);
	tracefs_instance_free(b->instance);
	b->instance = NULL;
}

int scratch_write(struct trial *t, const char *file, const char *text)
{
	if (tracefs_instance_file_write(t->bench->instance, file, text) >= 0)
		return 0;
	return failed(t, ASKED_FILE, -errno, "%s", file);
}

void scratch_undo(struct trial *t, const char *file, const char *text)
{
	tracefs_instance_file_write(t->bench->instance, file, text);
}

int scratch_define(struct trial *t, const char *file, const char *line)
{
	if (tracefs_instance_file_append(NULL, file, line) >= 0)
		return 0;
	return failed(t, ASKED_FILE, -errno, "%s", file);
}

void scratch_undefine(const char *file, const char *line)
{
	tracefs_instance_file_append(NULL, file, line);
}

/* True if trace_pipe had anything to read; the text does not matter. */
static bool filled(void *arg)
{
	const int *pipe = arg;
	char text[4096];
	ssize_t n = read(*pipe, text, sizeof(text)), total = 0;

	for (; n > 0; n = read(*pipe, text, sizeof(text)))
		total += n;
	return total;
}

int scratch_sees(struct trial *t, void (*fire)(void))
{
	int pipe = tracefs_instance_file_open(t->bench->instance, "trace_pipe", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	bool seen;

	if (pipe < 0)
		return failed(t, ASKED_FILE, -errno, "trace_pipe");
	filled(&pipe);
	seen = trial_seen(fire, filled, &pipe);
	close(pipe);
	return seen ? 0 : failed(t, ASKED_TO_RUN, -EIO, "it");
}

int scratch_sees_event(struct trial *t, const char *event, void (*fire)(void))
{
	char file[128];
	int err;

	snprintf(file, sizeof(file), "events/%s/enable", event);
	err = scratch_write(t, file, "1");
	if (!err)
		err = scratch_sees(t, fire);
	scratch_undo(t, file, "0");
	return err;
}
