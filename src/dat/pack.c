// SPDX-License-Identifier: GPL-2.0-or-later
#include "pack.h"

#include "bytes.h"
#include "dat.h"
#include "head.h"
#include "meta.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define TEXT_MAX (256 << 20)
#define COPY (1 << 20)
#define PACK_LAST 16 /* bytes at the beginning of the file that are written last */

/* Files of a folder that become pieces in ktally/meta */
static const char *const kept[] = {"tasks", "lost", "functions"};
#define KEPT (sizeof(kept) / sizeof(kept[0]))

struct work {
	const struct pack *p;
	struct dat *from;
	struct bytes head, meta;
	size_t table, page_size;
	uint64_t at; /* where in the file what comes next goes */
};

static int write_at(int fd, uint64_t at, const void *data, size_t size)
{
	for (const char *from = data; size;) {
		ssize_t n = pwrite(fd, from, size, (off_t)at);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		from += n;
		at += (uint64_t)n;
		size -= (size_t)n;
	}
	return 0;
}

/* ---- what is said about the recording ---- */

static int take_page(void *bytes, const void *page, size_t size, size_t used, bool whole)
{
	(void)used;
	if (whole)
		bytes_add(bytes, page, size);
	return 0;
}

static uint64_t start_time(const struct dat *from)
{
	const char *clock = dat_meta(from, "clock");

	return clock ? strtoull(clock, NULL, 10) : 0;
}

struct note {
	struct pages *to;
	uint64_t time;
};

static int add_note(void *note, const char *key, const char *value)
{
	struct note *n = note;
	char text[4096];
	int length = snprintf(text, sizeof(text), "%s=%s", key, value);

	return meta_add(n->to, n->time, text, (size_t)length < sizeof(text) ? (size_t)length : sizeof(text) - 1);
}

static int make_meta(struct work *w)
{
	struct pages *pages = pages_new(w->page_size, take_page, &w->meta);
	struct note note = {pages, start_time(w->from)};
	int err = pages ? dat_each_meta(w->from, add_note, &note) : -ENOMEM;

	for (size_t i = 0; i < KEPT && !err; i++) {
		size_t size;
		char *text = dat_text(w->from, kept[i], TEXT_MAX, &size);

		if (text)
			err = meta_add_file(pages, note.time, w->page_size, kept[i], text, size);
		free(text);
	}
	if (!err)
		err = pages_flush(pages, true);
	pages_free(pages);
	return w->meta.failed ? -ENOMEM : err;
}

/* Lines "TID NAME" of lines "TID PROCESS PARENT NAME" */
static char *make_tasks(const struct dat *from)
{
	size_t size;
	char *text = dat_text(from, "tasks", TEXT_MAX, &size), *save = NULL;
	struct bytes to = {0};

	for (char *line = text ? strtok_r(text, "\n", &save) : NULL; line; line = strtok_r(NULL, "\n", &save)) {
		unsigned tid;
		int name = 0;

		if (sscanf(line, "%9u %*u %*u %n", &tid, &name) == 1 && name)
			bytes_text(&to, "%u %s\n", tid, line + name);
	}
	free(text);
	bytes_add(&to, "", 1);
	if (!to.failed)
		return (char *)to.at;
	bytes_free(&to);
	return NULL;
}

/* ---- the head ---- */

static int compare_names(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static int read_formats(struct work *w, struct head_format *to)
{
	for (size_t i = 0; i < w->p->nformats; i++) {
		const char *name = w->p->formats[i];
		char path[300];

		snprintf(path, sizeof(path), "%s/format", name);
		to[i].text = dat_text(w->from, path, TEXT_MAX, &to[i].size);
		to[i].system = strndup(name, strcspn(name, "/"));
		if (!to[i].text || !to[i].system)
			return -errno;
	}
	return 0;
}

static void free_formats(struct head_format *formats, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		free((char *)formats[i].text);
		free((char *)formats[i].system);
	}
	free(formats);
}

static void make_meta_format(struct bytes *to)
{
	struct event e;

	meta_event(&e, META_ID);
	event_format(to, &e);
}

static int make_head(struct work *w, const char *header)
{
	const struct pack *p = w->p;
	struct head_format *formats = calloc(p->nformats + 1, sizeof(*formats));
	struct bytes meta = {0};
	struct head h = {.header_page = header,
					 .page_size = w->page_size,
					 .formats = formats,
					 .nformats = p->nformats + 1,
					 .uname = dat_meta(w->from, "uname"),
					 .ncpus = (unsigned)p->ncpus + 1};
	int err = formats ? read_formats(w, formats) : -ENOMEM;

	make_meta_format(&meta);
	h.tasks = make_tasks(w->from);
	if (!err && h.tasks && !meta.failed) {
		formats[p->nformats] = (struct head_format){"ktally", (char *)meta.at, meta.n};
		w->table = head_write(&w->head, &h);
	}
	if (formats)
		free_formats(formats, p->nformats);
	free((char *)h.tasks);
	bytes_free(&meta);
	return err ? err : w->table ? 0 : -ENOMEM;
}

/* ---- pages ---- */

static void put_cpu(struct work *w, int cpu, uint64_t start, uint64_t size)
{
	head_put_pages(w->head.at + w->table + (size_t)cpu * HEAD_PAGES_SIZE, &(struct head_pages){start, size});
}

static int copy_cpu(struct work *w, int cpu, void *buffer)
{
	uint64_t start = w->at;
	ssize_t n = 0;
	int err = 0;

	while (!err && cpu < dat_ncpus(w->from) && (n = dat_read(w->from, cpu, buffer, COPY)) > 0) {
		err = write_at(w->p->file, w->at, buffer, (size_t)n);
		w->at += (uint64_t)n;
	}
	if (err || n < 0)
		return err ? err : (int)n;
	put_cpu(w, cpu, start, w->at - start);
	w->at = (w->at + w->page_size - 1) / w->page_size * w->page_size;
	return 0;
}

static int write_all(struct work *w)
{
	char *buffer = malloc(COPY);
	int err = buffer ? 0 : -ENOMEM, ncpus = w->p->ncpus;

	w->at = w->head.n;
	for (int cpu = 0; cpu < ncpus && !err; cpu++)
		err = copy_cpu(w, cpu, buffer);
	free(buffer);
	if (err)
		return err;
	put_cpu(w, ncpus, w->at, w->meta.n);
	err = write_at(w->p->file, w->at, w->meta.at, w->meta.n);
	if (!err) /* all but what says that it is a trace.dat */
		err = write_at(w->p->file, PACK_LAST, w->head.at + PACK_LAST, w->head.n - PACK_LAST);
	return err ? err : write_at(w->p->file, 0, w->head.at, PACK_LAST);
}

int pack_folder(const struct pack *p)
{
	struct work w = {.p = p};
	char *header = NULL, path[40];
	struct why why;
	size_t size;
	int err = 0;

	qsort(p->formats, p->nformats, sizeof(*p->formats), compare_names);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", p->folder);
	w.from = dat_open(path, &why);
	if (!w.from)
		return -EINVAL;
	header = dat_text(w.from, "header_page", TEXT_MAX, &size);
	w.page_size = dat_page_size(w.from);
	if (!header || !w.page_size)
		err = -EINVAL;
	if (!err)
		err = make_meta(&w);
	if (!err)
		err = make_head(&w, header);
	if (!err)
		err = write_all(&w);
	free(header);
	bytes_free(&w.head);
	bytes_free(&w.meta);
	dat_free(w.from);
	return err;
}
