// SPDX-License-Identifier: GPL-2.0-or-later
#include "outfile.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static int begin(struct outfile *f, int fd)
{
	f->fd = fd;
	f->at = f->n = 0;
	f->err = fd < 0 ? -errno : 0;
	return f->err;
}

int outfile_create(struct outfile *f, int folder, const char *name)
{
	return begin(f, openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
}

int outfile_scratch(struct outfile *f, int folder)
{
	static const char name[] = "scratch";
	int fd = openat(folder, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

	if (fd < 0) { /* not every file system has files without names */
		fd = openat(folder, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
		if (fd >= 0)
			unlinkat(folder, name, 0);
	}
	return begin(f, fd);
}

static void write_at(struct outfile *f, uint64_t at, const void *data, size_t n)
{
	for (const char *from = data; n && !f->err;) {
		ssize_t done = pwrite(f->fd, from, n, (off_t)at);

		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0) {
			f->err = -errno;
			return;
		}
		from += done;
		at += (uint64_t)done;
		n -= (size_t)done;
	}
}

int outfile_flush(struct outfile *f)
{
	write_at(f, f->at - f->n, f->buffer, f->n);
	f->n = 0;
	return f->err;
}

void outfile_add(struct outfile *f, const void *data, size_t n)
{
	if (n > sizeof(f->buffer) - f->n)
		outfile_flush(f);
	if (n > sizeof(f->buffer)) {
		write_at(f, f->at, data, n);
	} else if (n) {
		memcpy(f->buffer + f->n, data, n);
		f->n += n;
	}
	f->at += n;
}

void outfile_put(struct outfile *f, uint64_t at, const void *data, size_t n)
{
	outfile_flush(f);
	write_at(f, at, data, n);
}

/* Some file systems tell only here that the disk is full. */
int outfile_close(struct outfile *f)
{
	if (f->fd < 0)
		return f->err;
	outfile_flush(f);
	if (close(f->fd) && !f->err)
		f->err = -errno;
	f->fd = -1;
	return f->err;
}
