// SPDX-License-Identifier: GPL-2.0-or-later
#include "picture.h"

#include "base/log.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* An old picture is replaced. A link is not followed, and what has another name is not overwritten. */
static FILE *create(const char *path, int *err)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0644);
	struct stat st = {0};
	FILE *to = NULL;

	if (fd >= 0 && !fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_nlink == 1 && !ftruncate(fd, 0))
		to = fdopen(fd, "w");
	*err = fd >= 0 && (!S_ISREG(st.st_mode) || st.st_nlink > 1) ? -EEXIST : -errno;
	if (fd >= 0 && !to)
		close(fd);
	return to;
}

static const char *reason(int err)
{
	if (err == -ELOOP)
		return "a symbolic link, which is not followed";
	return err == -EEXIST ? "neither new nor a file of one name" : strerror(-err);
}

int picture_open(struct picture *p, const char *option, const char *path)
{
	int err = 0;

	*p = (struct picture){option, path, create(path, &err)};
	return p->to ? 0 : fail(err, "--%s %s: %s", option, path, reason(err));
}

int picture_flush(struct picture *p)
{
	return fflush(p->to) || ferror(p->to) ? errno ? -errno : -EIO : 0;
}

void picture_close(struct picture *p, struct session *s, int err)
{
	if (!p->to)
		return;
	if (fclose(p->to) && !err)
		err = -errno;
	p->to = NULL;
	if (!err)
		return;
	s->undrawn = true;
	fail(err, "cannot write --%s %s: %s", p->option, p->path, strerror(-err));
}
