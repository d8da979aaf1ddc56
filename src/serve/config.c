// SPDX-License-Identifier: GPL-2.0-or-later
#include "config.h"

#include "base/log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* One byte more than config_parse() takes, so that it sees that there is more */
#define ENOUGH ((64 << 10) + 1)

/*
 * serve runs what the file says with serve's privileges. So nobody but root and whoever starts serve may be able to
 * write it. A symbolic link is followed: what matters is the file that was opened.
 */
static int check_file(int fd, const char *path)
{
	struct stat st;

	if (fstat(fd, &st))
		return fail(-errno, "%.512s: %s", path, strerror(errno));
	if (!S_ISREG(st.st_mode))
		return fail(-EINVAL, "%.512s: this is no regular file; put the configuration into one", path);
	if (st.st_uid && st.st_uid != geteuid())
		return fail(-EPERM, "%.400s: user %u owns it, who is neither root nor you; chown root %.400s", path,
					(unsigned)st.st_uid, path);
	if (st.st_mode & (S_IWGRP | S_IWOTH))
		return fail(-EPERM, "%.400s: %s can change it; chmod go-w %.400s", path,
					st.st_mode & S_IWOTH ? "everybody" : "its group", path);
	return 0;
}

/* Returns how many bytes there are, or -errno */
static ssize_t read_all(int fd, char *text, size_t size)
{
	size_t n = 0;

	while (n < size) {
		ssize_t got = read(fd, text + n, size - n);

		if (got < 0 && errno != EINTR)
			return -errno;
		if (!got)
			break;
		n += got > 0 ? (size_t)got : 0;
	}
	return (ssize_t)n;
}

static int read_file(struct serve_config *c, int fd, const char *path)
{
	char *text = malloc(ENOUGH);
	ssize_t n = text ? read_all(fd, text, ENOUGH) : -ENOMEM;
	int err = n < 0 ? fail((int)n, "%.512s: %s", path, strerror((int)-n)) : config_parse(c, path, text, (size_t)n);

	free(text);
	return err;
}

int config_read(struct serve_config *c, const char *path)
{
	/* a FIFO without a writer would block without O_NONBLOCK */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY), err;

	*c = (struct serve_config){0};
	if (fd < 0)
		return fail(-errno, "%.512s: %s", path, strerror(errno));
	err = check_file(fd, path);
	if (!err)
		err = read_file(c, fd, path);
	close(fd);
	return err;
}

int config_default(struct serve_config *c)
{
	return config_parse(c, "built-in", config_default_text, strlen(config_default_text));
}
