// SPDX-License-Identifier: GPL-2.0-or-later
#include "stream.h"

#include "bytes.h"
#include "dat_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define COPY (1 << 16)

size_t stream_head(unsigned char *to, const char *name, size_t n)
{
	size_t length = strlen(name);

	if (length + 6 > STREAM_HEAD_MAX)
		return 0;
	bytes_put(to, length, 2);
	for (size_t i = 0; i < length; i++)
		to[2 + i] = (unsigned char)name[i];
	bytes_put(to + 2 + length, n, 4);
	return length + 6;
}

static int write_all(int fd, const char *from, size_t n)
{
	while (n) {
		ssize_t done = write(fd, from, n);

		if (done < 0 && errno != EINTR)
			return -errno;
		from += done < 0 ? 0 : done;
		n -= done < 0 ? 0 : (size_t)done;
	}
	return 0;
}

static int copy(int from, int to)
{
	static char part[COPY];
	ssize_t n;
	int err = 0;

	while (!err && (n = read(from, part, sizeof(part)))) {
		if (n < 0 && errno != EINTR)
			return -errno;
		err = n > 0 ? write_all(to, part, (size_t)n) : 0;
	}
	return err;
}

int stream_spool(int from, struct why *why)
{
	const char *folder = getenv("TMPDIR");
	char name[4200];
	struct stat st;
	int fd, err;

	if (!fstat(from, &st) && S_ISREG(st.st_mode))
		return fcntl(from, F_DUPFD_CLOEXEC, 3);
	if (isatty(from))
		return because(why, -EINVAL, "standard input is a terminal, not a recording");
	snprintf(name, sizeof(name), "%s/ktally-stream.XXXXXX", folder && *folder ? folder : "/tmp");
	fd = mkostemp(name, O_CLOEXEC);
	if (fd < 0)
		return because(why, -errno, "cannot keep standard input in %s: %s", name, strerror(errno));
	unlink(name);
	err = copy(from, fd);
	if (!err)
		return fd;
	close(fd);
	return because(why, err, "cannot keep standard input: %s", strerror(-err));
}

/* One piece. Its end, or 0 if the stream ends before it */
static uint64_t read_piece(struct dat *in, uint64_t at, int *err)
{
	unsigned char bytes[4];
	char name[STREAM_HEAD_MAX];
	uint64_t length, size;
	int cpu, end = 0;

	if (dat_bytes(in, at, bytes, 2))
		return 0;
	length = bytes_get(bytes, 2);
	if (length >= sizeof(name) || dat_bytes(in, at + 2, name, length) || dat_bytes(in, at + 2 + length, bytes, 4))
		return 0;
	name[length] = '\0';
	at += 6 + length;
	size = bytes_get(bytes, 4);
	if (size > in->size - at)
		return 0;
	if (sscanf(name, "cpu%4d.pages%n", &cpu, &end) == 1 && end && !name[end] && cpu >= 0)
		*err = dat_add_piece(in, (uint64_t)cpu, at, size);
	else if (strlen(name) == length)
		*err = dat_add_text(in, name, at, size);
	return at + size;
}

int dat_open_stream(struct dat *in, struct why *why)
{
	uint64_t at = sizeof(STREAM_MAGIC) - 1;
	int err = 0;

	in->padded = true;
	while (at && !err)
		at = read_piece(in, at, &err);
	if (err)
		return because(why, err, "%s is damaged: %s", in->name, strerror(-err));
	return in->ncpus ? 0 : because(why, -ENOENT, "%s holds no recording: it ended before the first page", in->name);
}
