// SPDX-License-Identifier: GPL-2.0-or-later
#include "tracefs_place.h"

#include "mounts.h"

#include <errno.h>
#include <linux/magic.h>
#include <stdio.h>
#include <sys/vfs.h>

/* Another file system may be mounted over it. */
static int visible(const char *path)
{
	struct statfs fs;

	if (statfs(path, &fs))
		return errno == EACCES ? 0 : -errno;
	return fs.f_type == TRACEFS_MAGIC ? 0 : -EXDEV;
}

/* Older systems have tracefs only inside debugfs, where an access mounts it. */
int tracefs_place(char *to, size_t size)
{
	char debugfs[256];

	*to = '\0';
	if (!mount_find("tracefs", to, size))
		return visible(to);
	if (mount_find("debugfs", debugfs, sizeof(debugfs)))
		return -ENOENT;
	snprintf(to, size, "%s/tracing", debugfs);
	return visible(to) ? -ENOENT : 0;
}
