// SPDX-License-Identifier: GPL-2.0-or-later
#include "source_text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST (64L << 20)

/* A FIFO or a device would keep us waiting. */
static int open_file(const char *path, size_t *size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	struct stat st;

	if (fd < 0)
		return -errno;
	if (fstat(fd, &st) || !S_ISREG(st.st_mode)) {
		close(fd);
		return -EINVAL;
	}
	*size = (size_t)(st.st_size > MOST ? MOST : st.st_size);
	return fd;
}

/* Of the path where it was compiled the folder may have the whole or the end. */
static int open_below(const char *folder, const char *name, size_t *size)
{
	char path[4096];
	int fd = -ENOENT;

	while (name && fd < 0) {
		name += strspn(name, "/");
		if (snprintf(path, sizeof(path), "%s/%s", folder, name) < (int)sizeof(path))
			fd = open_file(path, size);
		name = strchr(name, '/');
	}
	return fd;
}

static int split(struct source_text *t)
{
	size_t room = 1;

	for (const char *at = t->text; *at; at++)
		room += *at == '\n';
	t->lines = malloc(room * sizeof(*t->lines));
	if (!t->lines)
		return -ENOMEM;
	for (char *at = t->text; at && *at;) {
		t->lines[t->n++] = at;
		at = strchr(at, '\n');
		if (at)
			*at++ = '\0';
	}
	return 0;
}

static ssize_t read_all(int fd, char *to, size_t size)
{
	size_t n = 0;
	ssize_t one = 1;

	while (n < size && (one = read(fd, to + n, size - n)) > 0)
		n += (size_t)one;
	to[n] = '\0';
	return one < 0 ? -errno : (ssize_t)n;
}

int source_text_read(struct source_text *to, const char *name, const char *folder)
{
	size_t size = 0;
	int fd = folder ? open_below(folder, name, &size) : open_file(name, &size), err = 0;

	*to = (struct source_text){0};
	if (fd < 0)
		return fd;
	to->text = malloc(size + 1);
	if (!to->text || read_all(fd, to->text, size) < 0)
		err = to->text ? -EIO : -ENOMEM;
	close(fd);
	if (!err)
		err = split(to);
	if (err)
		source_text_free(to);
	return err;
}

void source_text_free(struct source_text *t)
{
	free(t->text);
	free(t->lines);
	*t = (struct source_text){0};
}
