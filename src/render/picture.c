// SPDX-License-Identifier: GPL-2.0-or-later
#include "picture.h"

#include "base/log.h"
#include "picture_file.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

int picture_open(struct picture *p, const char *option, const char *path)
{
	int fd = picture_file_open(option, path);

	*p = (struct picture){option, path, fd < 0 ? NULL : fdopen(fd, "w")};
	if (fd < 0 || p->to)
		return fd < 0 ? fd : 0;
	close(fd);
	return fail(-ENOMEM, "out of memory");
}

int picture_flush(struct picture *p)
{
	return fflush(p->to) || ferror(p->to) ? errno ? -errno : -EIO : 0;
}

void picture_failed(const struct picture *p, struct session *s, int err)
{
	if (!err || s->undrawn)
		return;
	s->undrawn = true;
	fail(err, "cannot write --%s %s: %s", p->option, p->path, strerror(-err));
}

void picture_close(struct picture *p, struct session *s, int err)
{
	if (p->to && fclose(p->to) && !err)
		err = -errno;
	p->to = NULL;
	picture_failed(p, s, err);
}
