// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What a recording says of itself: lines of the file `meta` of a folder, or events ktally/meta at the beginning of
 * the last CPU's pages. Texts that are files in a folder ("file tasks=...") become texts of the input.
 */
#include "base/escape.h"
#include "bytes.h"
#include "dat_parts.h"
#include "meta.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define META_MAX (256 << 20) /* bytes of all files in it */
#define NOTES 4096
#define FORMAT_MAX (1 << 20)

struct scan {
	struct dat *in;
	struct bytes file; /* pieces so far */
	char name[64];	   /* of that file; "": none */
	size_t total;
	bool other; /* a record of another event came: what follows is not the beginning */
};

int dat_add_note(struct dat *in, const char *text, size_t n)
{
	struct dat_note *notes;
	size_t key;
	char *copy;

	if (!meta_key(text, n, &key) || in->nnotes == NOTES)
		return 0;
	notes = reallocarray(in->notes, in->nnotes + 1, sizeof(*notes));
	if (!notes)
		return -ENOMEM;
	in->notes = notes;
	copy = malloc(n + 1);
	if (!copy)
		return -ENOMEM;
	memcpy(copy, text, n);
	copy[n] = copy[key] = '\0';
	notes[in->nnotes].key = copy;
	notes[in->nnotes++].value = copy + key + 1;
	return 0;
}

const char *dat_meta(const struct dat *in, const char *key)
{
	for (size_t i = 0; i < in->nnotes; i++)
		if (!strcmp(in->notes[i].key, key))
			return in->notes[i].value;
	return NULL;
}

int dat_each_meta(const struct dat *in, int (*each)(void *arg, const char *key, const char *value), void *arg)
{
	int err = 0;

	for (size_t i = 0; i < in->nnotes && !err; i++)
		err = each(arg, in->notes[i].key, in->notes[i].value);
	return err;
}

static int end_file(struct scan *s)
{
	char *copy = (char *)s->file.at;
	size_t n = s->file.n;
	bool any = *s->name && !s->file.failed && copy;
	int err = s->file.failed ? -ENOMEM : 0;

	if (any && !dat_has(s->in, s->name))
		err = dat_add_copy(s->in, s->name, copy, n);
	else
		free(copy);
	s->file = (struct bytes){0};
	*s->name = '\0';
	return err;
}

static int on_text(struct scan *s, const char *text, size_t n)
{
	char name[sizeof(s->name)];
	size_t key;
	int err = 0;

	if (!meta_key(text, n, &key))
		return 0;
	if (key <= 5 || memcmp(text, "file ", 5) || key - 5 >= sizeof(name))
		return dat_add_note(s->in, text, n);
	snprintf(name, sizeof(name), "%.*s", (int)key - 5, text + 5);
	if (strcmp(name, s->name)) {
		err = end_file(s);
		strcpy(s->name, name);
	}
	s->total += n;
	if (s->total < META_MAX)
		bytes_add(&s->file, text + key + 1, n - key - 1);
	return err;
}

static int scan_page(struct scan *s, struct cursor *c, const struct event_reader *e, const void *field)
{
	const void *record;
	uint64_t time;
	size_t size;
	int err = 0;

	while (!err && !s->other && (record = cursor_next(c, &size, &time))) {
		size_t n;
		const char *text;

		s->other = event_id(record, size) != event_reader_id(e);
		text = s->other ? NULL : event_text(field, record, size, &n);
		if (text)
			err = on_text(s, text, n);
	}
	return err;
}

static void rewind_cpu(struct dat_cpu *c)
{
	c->next = 0;
	c->read = 0;
}

static int scan_pages(struct scan *s, const struct event_reader *e, size_t page_size)
{
	int cpu = s->in->ncpus - 1, err = 0;
	struct cursor *c = cursor_new(page_size);

	if (!c)
		return -ENOMEM;
	while (!err && !s->other && dat_read(s->in, cpu, cursor_page(c), page_size) == (ssize_t)page_size) {
		cursor_begin(c);
		err = scan_page(s, c, e, event_reader_field(e, "text"));
	}
	cursor_free(c);
	rewind_cpu(&s->in->cpus[cpu]);
	if (!err)
		err = end_file(s);
	bytes_free(&s->file);
	return err;
}

/* What trace-cmd knows of tasks, as a folder has it: a line "TID PROCESS PARENT NAME" */
static int add_tasks(struct dat *in)
{
	size_t size;
	char *text = dat_text(in, "saved_cmdlines", META_MAX, &size), *save = NULL;
	struct bytes to = {0};

	if (!text)
		return 0;
	for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		char name[ESCAPED_SIZE(16)];
		unsigned tid;
		int at = 0;

		if (sscanf(line, "%9u %n", &tid, &at) != 1 || !at)
			continue;
		escape_text(name, sizeof(name), line + at, strnlen(line + at, 15));
		bytes_text(&to, "%u %u 0 %s\n", tid, tid, name);
	}
	free(text);
	if (!to.n || to.failed) {
		bytes_free(&to);
		return 0;
	}
	return dat_add_copy(in, "tasks", (char *)to.at, to.n);
}

/* Not by libtraceevent, which leaks memory over a damaged text */
size_t dat_page_size(const struct dat *in)
{
	size_t size, offset = 0, data = 0;
	char *text = dat_text(in, "header_page", FORMAT_MAX, &size), *at = text ? strstr(text, "char data;") : NULL;
	bool whole = at && sscanf(at, "char data;\toffset:%9zu;\tsize:%9zu;", &offset, &data) == 2;

	free(text);
	return whole && offset == PAGES_HEAD && data >= 64 && offset + data <= PAGES_MAX ? offset + data : 0;
}

static int read_events(struct dat *in)
{
	size_t size, page = dat_page_size(in);
	char *format = page ? dat_text(in, META_NAME "/format", FORMAT_MAX, &size) : NULL;
	struct event_reader *e = format ? event_reader_new(format, size) : NULL;
	struct scan s = {.in = in};
	int err = e && in->ncpus ? scan_pages(&s, e, page) : 0;

	event_reader_free(e);
	free(format);
	if (!err && !dat_has(in, "tasks"))
		err = add_tasks(in);
	return err;
}

static int read_lines(struct dat *in)
{
	size_t size;
	char *text = dat_text(in, "meta", FORMAT_MAX, &size), *save = NULL;
	int err = 0;

	if (!text)
		return 0;
	for (char *line = strtok_r(text, "\n", &save); line && !err; line = strtok_r(NULL, "\n", &save))
		err = dat_add_note(in, line, strlen(line));
	free(text);
	return err;
}

int dat_read_meta(struct dat *in)
{
	return in->folder >= 0 ? read_lines(in) : read_events(in);
}
