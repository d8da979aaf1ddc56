// SPDX-License-Identifier: GPL-2.0-or-later
#include "picture_file.h"

#include "base/log.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *reason(int err)
{
	if (err == -ELOOP)
		return "a symbolic link, which is not followed";
	return err == -EEXIST ? "neither new nor a file of one name" : strerror(-err);
}

int picture_file_open(const char *option, const char *path)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0644);
	struct stat st = {0};
	int err = fd < 0 || fstat(fd, &st) ? -errno : 0;

	if (!err && (!S_ISREG(st.st_mode) || st.st_nlink != 1))
		err = -EEXIST;
	if (!err && ftruncate(fd, 0))
		err = -errno;
	if (!err)
		return fd;
	if (fd >= 0)
		close(fd);
	return fail(err, "--%s %s: %s", option, path, reason(err));
}
