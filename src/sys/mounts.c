// SPDX-License-Identifier: GPL-2.0-or-later
#include "mounts.h"

#include <errno.h>
#include <mntent.h>
#include <stdio.h>
#include <string.h>

/* "nodev	tracefs" */
bool mount_possible(const char *type)
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

int mount_find(const char *type, char *to, size_t size)
{
	FILE *mounts = setmntent("/proc/self/mounts", "re");
	char text[4096];
	struct mntent entry;
	int err = -ENOENT;

	if (!mounts)
		return -ENOENT;
	while (err && getmntent_r(mounts, &entry, text, sizeof(text)))
		if (!strcmp(entry.mnt_type, type) && snprintf(to, size, "%s", entry.mnt_dir) < (int)size)
			err = 0;
	endmntent(mounts);
	return err;
}
