// SPDX-License-Identifier: GPL-2.0-or-later
#include "places.h"

#include "../sys/mounts.h"

#include <errno.h>
#include <linux/magic.h>
#include <stdio.h>
#include <string.h>
#include <sys/vfs.h>
#include <unistd.h>

/* Something else may be mounted over it: the last mount counts. */
static int visible(const char *path)
{
	struct statfs fs;

	if (statfs(path, &fs))
		return errno == EACCES ? 0 : -errno;
	return fs.f_type == TRACEFS_MAGIC ? 0 : -EXDEV;
}

/* Old systems have it inside debugfs only, where it mounts itself when it is looked at. */
int place_of_tracefs(char to[PLACE])
{
	char debugfs[PLACE - 16];

	if (!mount_find("tracefs", to, PLACE))
		return visible(to);
	if (mount_find("debugfs", debugfs, sizeof(debugfs)))
		return -ENOENT;
	snprintf(to, PLACE, "%s/tracing", debugfs);
	return visible(to) ? -ENOENT : 0;
}

const char *place_of_program(void)
{
	static char path[PLACE];
	ssize_t n = readlink("/proc/self/exe", path, sizeof(path) - 1);

	if (n <= 0)
		return "ktally";
	path[n] = '\0';
	return path;
}

/* "nodev	tracefs" */
bool kernel_has_filesystem(const char *type)
{
	FILE *list = fopen("/proc/filesystems", "re");
	char line[128];
	bool found = false;

	while (list && !found && fgets(line, sizeof(line), list)) {
		line[strcspn(line, "\n")] = '\0';
		found = strchr(line, '\t') && !strcmp(strrchr(line, '\t') + 1, type);
	}
	if (list)
		fclose(list);
	return found;
}

int place_sysctl(const char *name, int *value)
{
	char path[96];
	FILE *file;
	int n;

	snprintf(path, sizeof(path), "/proc/sys/%s", name);
	file = fopen(path, "re");
	if (!file)
		return -errno;
	n = fscanf(file, "%d", value);
	fclose(file);
	return n == 1 ? 0 : -EINVAL;
}
