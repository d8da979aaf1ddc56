// SPDX-License-Identifier: GPL-2.0-or-later
#include "cgroups.h"

#include "mounts.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

static int open_cgroup2(const char *path)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	struct statfs fs;

	if (fd < 0)
		return -errno;
	if (!fstatfs(fd, &fs) && fs.f_type == CGROUP2_SUPER_MAGIC)
		return fd;
	close(fd);
	return -EXDEV;
}

int cgroup_open(const char *path)
{
	char mount[512], full[4096 + 512];
	int fd = open_cgroup2(path), below;

	if (fd >= 0)
		return fd;
	if (mount_find("cgroup2", mount, sizeof(mount)))
		return -ENODEV;
	if (snprintf(full, sizeof(full), "%s/%s", mount, path) >= (int)sizeof(full))
		return -ENAMETOOLONG;
	below = open_cgroup2(full);
	return below == -ENOENT ? fd : below; /* the first path may exist and be no cgroup: say that */
}

uint64_t cgroup_id(const char *path)
{
	int fd = cgroup_open(path);
	struct stat st = {0};

	if (fd < 0)
		return 0;
	fstat(fd, &st);
	close(fd);
	return st.st_ino;
}

const char *cgroup_error(int err)
{
	if (err == -ENODEV)
		return "no cgroup v2 hierarchy is mounted";
	if (err == -EXDEV)
		return "not a cgroup v2 folder";
	return strerror(-err);
}
