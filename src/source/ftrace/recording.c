// SPDX-License-Identifier: GPL-2.0-or-later
#include "recording.h"

#include "tasks.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define CPUS_MAX 4096

struct recording {
	int folder;
	int pages[CPUS_MAX]; /* descriptor + 1; 0: not open yet */
};

/* Creates a file in the folder. Never follows a link, and never overwrites a file. */
static int create(int folder, const char *name)
{
	return openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
}

static int write_all(int fd, const void *data, size_t size)
{
	for (const char *at = data; size;) {
		ssize_t n = write(fd, at, size);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -1;
		at += n;
		size -= (size_t)n;
	}
	return 0;
}

static int write_new(int folder, const char *name, const void *data, size_t size)
{
	int fd = create(folder, name), err;

	if (fd < 0)
		return -1;
	err = write_all(fd, data, size);
	close(fd);
	return err;
}

struct recording *recording_new(const char *folder, const char *header, size_t size)
{
	struct recording *r;

	if (mkdir(folder, 0700))
		return NULL;
	r = calloc(1, sizeof(*r));
	if (!r)
		return NULL;
	r->folder = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (r->folder >= 0 && !write_new(r->folder, "header_page", header, size))
		return r;
	recording_free(r);
	return NULL;
}

int recording_format(struct recording *r, const char *event, const char *format, size_t size)
{
	char name[160];
	const char *slash = strchr(event, '/');

	snprintf(name, sizeof(name), "%.*s", (int)(slash - event), event);
	if (mkdirat(r->folder, name, 0700) && errno != EEXIST)
		return -errno;
	if (mkdirat(r->folder, event, 0700))
		return -errno;
	snprintf(name, sizeof(name), "%s/format", event);
	return write_new(r->folder, name, format, size) ? -errno : 0;
}

int recording_tasks(struct recording *r, const struct tasks *tasks)
{
	int fd = create(r->folder, "tasks"), err;

	if (fd < 0)
		return -errno;
	err = tasks_save(tasks, fd);
	close(fd);
	return err;
}

int recording_page(struct recording *r, int cpu, const void *page, size_t size)
{
	char name[32];

	if (cpu >= CPUS_MAX) {
		errno = E2BIG;
		return -1;
	}
	if (!r->pages[cpu]) {
		snprintf(name, sizeof(name), "cpu%d.pages", cpu);
		r->pages[cpu] = create(r->folder, name) + 1;
		if (!r->pages[cpu])
			return -1;
	}
	return write_all(r->pages[cpu] - 1, page, size);
}

int recording_end(struct recording *r, uint64_t ring, uint64_t missed)
{
	char text[96];
	int n = snprintf(text, sizeof(text), "ring %" PRIu64 "\nmissed %" PRIu64 "\n", ring, missed);

	return write_new(r->folder, "lost", text, (size_t)n);
}

void recording_free(struct recording *r)
{
	if (!r)
		return;
	for (int i = 0; i < CPUS_MAX; i++)
		if (r->pages[i])
			close(r->pages[i] - 1);
	if (r->folder >= 0)
		close(r->folder);
	free(r);
}
