// SPDX-License-Identifier: GPL-2.0-or-later
#include "sink.h"

#include "dat/head.h"
#include "dat/stream.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

struct sink {
	int fd;
	bool stream;
	uint64_t start, size; /* of the pages; size: of the whole ones */
	uint64_t table;
};

static int write_at(int fd, uint64_t at, const void *data, size_t n)
{
	for (const char *from = data; n;) {
		ssize_t done = pwrite(fd, from, n, (off_t)at);

		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0)
			return -errno;
		from += done;
		at += (uint64_t)done;
		n -= (size_t)done;
	}
	return 0;
}

/* ---- a file ---- */

static void add_uname(char *to, size_t size)
{
	struct utsname u;

	*to = '\0';
	if (!uname(&u))
		snprintf(to, size, "%s %s %s %s %s", u.sysname, u.nodename, u.release, u.version, u.machine);
}

static int write_head(struct sink *s, const struct head_format *formats, size_t n)
{
	char header[400], name[400];
	struct bytes head = {0};
	int err;

	pages_header(header, sizeof(header), PAGES_SIZE);
	add_uname(name, sizeof(name));
	s->table = head_write(&head, &(struct head){.header_page = header,
												.page_size = PAGES_SIZE,
												.formats = formats,
												.nformats = n,
												.uname = name,
												.ncpus = 1});
	s->start = head.n;
	err = s->table ? 0 : -ENOMEM;
	if (!err)
		head_put_pages(head.at + s->table, &(struct head_pages){s->start, 0});
	if (!err)
		err = write_at(s->fd, 0, head.at, head.n);
	bytes_free(&head);
	return err;
}

/* The table is written last: what it promises is there. */
static int write_page(struct sink *s, const void *page, size_t size, bool whole)
{
	unsigned char place[HEAD_PAGES_SIZE];
	int err = write_at(s->fd, s->start + s->size, page, size);

	head_put_pages(place, &(struct head_pages){s->start, s->size + size});
	if (!err)
		err = write_at(s->fd, s->table, place, sizeof(place));
	if (!err && whole)
		s->size += size;
	return err;
}

/* ---- a stream ---- */

static int write_all(int fd, const void *data, size_t n)
{
	for (const char *from = data; n;) {
		ssize_t done = write(fd, from, n);

		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0)
			return -errno;
		from += done;
		n -= (size_t)done;
	}
	return 0;
}

static int write_piece(struct sink *s, const char *name, const void *data, size_t n)
{
	unsigned char head[STREAM_HEAD_MAX];
	int err = write_all(s->fd, head, stream_head(head, name, n));

	return err ? err : write_all(s->fd, data, n);
}

static int begin_stream(struct sink *s, const struct head_format *formats, const struct event *const *events, size_t n)
{
	char text[400], name[2 * EVENT_NAME + 16];
	int err = write_all(s->fd, STREAM_MAGIC, sizeof(STREAM_MAGIC) - 1);

	pages_header(text, sizeof(text), PAGES_SIZE);
	if (!err)
		err = write_piece(s, "header_page", text, strlen(text));
	for (size_t i = 0; i < n && !err; i++) {
		snprintf(name, sizeof(name), "%s/%s/format", events[i]->system, events[i]->name);
		err = write_piece(s, name, formats[i].text, formats[i].size);
	}
	return err;
}

/* ---- both ---- */

bool sink_is_stream(const struct sink *s)
{
	return s->stream;
}

int sink_page(void *sink, const void *page, size_t size, size_t used, bool whole)
{
	struct sink *s = sink;

	return s->stream ? write_piece(s, "cpu0.pages", page, used) : write_page(s, page, size, whole);
}

static int open_path(struct sink *s, const char *path)
{
	s->stream = !strcmp(path, "-");
	s->fd = s->stream ? fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
					  : open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	return s->fd < 0 ? -errno : 0;
}

static int begin(struct sink *s, const struct event *const *events, size_t n)
{
	struct bytes texts[2] = {0};
	struct head_format formats[2];
	int err = 0;

	for (size_t i = 0; i < n; i++) {
		event_format(&texts[i], events[i]);
		formats[i] = (struct head_format){events[i]->system, (char *)texts[i].at, texts[i].n};
		err = texts[i].failed ? -ENOMEM : err;
	}
	if (!err)
		err = s->stream ? begin_stream(s, formats, events, n) : write_head(s, formats, n);
	for (size_t i = 0; i < n; i++)
		bytes_free(&texts[i]);
	return err;
}

struct sink *sink_new(const char *path, const struct event *meta, const struct event *rows, int *err)
{
	const struct event *const events[] = {meta, rows};
	struct sink *s = calloc(1, sizeof(*s));

	*err = s ? 0 : -ENOMEM;
	if (!s)
		return NULL;
	*err = open_path(s, path);
	if (!*err)
		*err = begin(s, events, 2);
	if (!*err)
		return s;
	sink_free(s);
	return NULL;
}

void sink_free(struct sink *s)
{
	if (s && s->fd >= 0)
		close(s->fd);
	free(s);
}
