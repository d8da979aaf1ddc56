// SPDX-License-Identifier: GPL-2.0-or-later
#include "below.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * Walks the path one name at a time. openat2() could do that in one call, but its flags are in memory, where seccomp
 * cannot check them.
 */
int below_find(const char *root, const char *path)
{
	int folder = open(root, O_PATH | O_DIRECTORY | O_CLOEXEC), next;
	char name[NAME_MAX + 1];
	size_t n;

	for (path += strspn(path, "/"); folder >= 0 && *path; path += strspn(path, "/")) {
		n = strcspn(path, "/");
		snprintf(name, sizeof(name), "%.*s", (int)n, path);
		path += n;
		next = n <= NAME_MAX && strcmp(name, "..") ? openat(folder, name, O_PATH | O_NOFOLLOW | O_CLOEXEC) : -1;
		close(folder);
		folder = next;
	}
	return folder;
}

int below_open(int place)
{
	char path[48];
	struct stat st;
	int fd = -ENOENT;

	if (place < 0)
		return -ENOENT;
	snprintf(path, sizeof(path), "/proc/self/fd/%d", place);
	if (!fstat(place, &st) && S_ISREG(st.st_mode))
		fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	close(place);
	return fd < 0 ? -ENOENT : fd;
}
