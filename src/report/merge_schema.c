// SPDX-License-Identifier: GPL-2.0-or-later
/* Which recordings fit each other, and what a merged row is. */
#include "base/log.h"
#include "merge.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- do they fit? ---- */

/* What must be the same, line by line */
static bool is_shape(const char *key)
{
	static const char *const keys[] = {"tool", "rows", "view", "unit", "edges", "begins", "apart", "field", NULL};

	for (int i = 0; keys[i]; i++)
		if (!strcmp(key, keys[i]))
			return true;
	return false;
}

struct difference {
	const struct dat *other;
	size_t nth, at; /* lines of the shape */
	char mine[120], others[120];
	bool found;
};

static int count_lines(void *difference, const char *key, const char *value)
{
	struct difference *d = difference;

	if (is_shape(key) && d->at++ == d->nth)
		snprintf(d->others, sizeof(d->others), "%.20s %.90s", key, value);
	return 0;
}

static int compare_line(void *difference, const char *key, const char *value)
{
	struct difference *d = difference;

	if (!is_shape(key))
		return 0;
	d->at = 0;
	*d->others = '\0';
	snprintf(d->mine, sizeof(d->mine), "%.20s %.90s", key, value);
	dat_each_meta(d->other, count_lines, d);
	d->nth++;
	d->found = strcmp(d->mine, d->others) != 0;
	return d->found;
}

/* "field u64 ... 0<tab>bytes<tab>": a text for a message */
static void make_plain(char *text)
{
	for (; *text; text++)
		if (*text < ' ' || *text > '~')
			*text = ' ';
}

static int check_shape(const struct merge_input *a, const struct merge_input *b)
{
	struct difference d = {.other = b->l.dat}, back = {.other = a->l.dat};

	dat_each_meta(a->l.dat, compare_line, &d);
	if (!d.found)
		dat_each_meta(b->l.dat, compare_line, &back);
	if (!d.found && !back.found)
		return 0;
	if (!d.found)
		snprintf(d.mine, sizeof(d.mine), "%s", back.others), snprintf(d.others, sizeof(d.others), "%s", back.mine);
	make_plain(d.mine);
	make_plain(d.others);
	return fail(EXIT_USAGE,
				"%s and %s have different rows: \"%s\" and \"%s\"; the same tool with the same options makes "
				"recordings that can be merged",
				a->path, b->path, d.mine, *d.others ? d.others : "nothing");
}

/* Rows as the tool has them need one table of calls, names and numbers. */
static int check_machine(const struct merge_input *a, const struct merge_input *b)
{
	const char *x = dat_meta(a->l.dat, "machine"), *y = dat_meta(b->l.dat, "machine");

	if (!columns_have_row(a->l.columns) || (x && y && !strcmp(x, y)))
		return 0;
	return fail(EXIT_USAGE, "%s is of %.20s, %s of %.20s: their rows have different numbers of calls", a->path,
				x ? x : "an unknown machine", b->path, y ? y : "an unknown machine");
}

int merge_check(const struct merge *m)
{
	int status = 0;

	for (size_t i = 1; i < m->n && !status; i++) {
		status = check_shape(&m->inputs[0], &m->inputs[i]);
		if (!status)
			status = check_machine(&m->inputs[0], &m->inputs[i]);
		if (!status && !(m->inputs[0].l.clocked && m->inputs[i].l.clocked))
			status =
				fail(EXIT_USAGE, "%s does not say what time it was", m->inputs[m->inputs[0].l.clocked ? i : 0].path);
	}
	return status;
}

/* ---- rows ---- */

static int format_host(char *to, size_t size, const struct field *f, const void *row)
{
	const struct merge *m = f->of;

	(void)row;
	return snprintf(to, size, "%s", m->from->host);
}

static int format_bytes(char *to, size_t size, const struct field *f, const void *row)
{
	const struct merge *m = f->of;
	uint64_t time_ns = m->from->time_ns;
	size_t n;
	const void *bytes = columns_raw(m->from->l.columns, &n);

	(void)row;
	if (!bytes || n > size)
		return 0;
	memcpy(to, bytes, n);
	if (n >= sizeof(time_ns)) { /* every row of events begins with its time */
		memcpy(&time_ns, to, sizeof(time_ns));
		time_ns = merge_time(m, m->from, time_ns);
		memcpy(to, &time_ns, sizeof(time_ns));
	}
	return (int)n;
}

static bool has_host(const struct schema *s)
{
	for (size_t i = 0; i < s->nfields; i++)
		if (!strcmp(s->fields[i].name, "host"))
			return true;
	return false;
}

/* The first column; none where totals of all hosts add up */
static void add_host(struct merge *m)
{
	bool total = m->schema.key_size;

	if (m->hosted || (total && !m->apart))
		return;
	m->fields[m->schema.nfields++] = (struct field){.name = "host",
													.kind = FIELD_TEXT,
													.flags = total ? FIELD_KEY : 0,
													.width = -12,
													.format = format_host,
													.of = m};
}

int merge_schema(struct merge *m)
{
	const struct schema *s = columns_schema(m->inputs[0].l.columns);

	m->fields = calloc(s->nfields + 1, sizeof(*m->fields));
	if (!m->fields)
		return -ENOMEM;
	m->schema = *s;
	m->schema.fields = m->fields;
	m->schema.nfields = 0;
	m->schema.key_size = s->key_size ? 8 : 0; /* the number that merge_row() puts first */
	m->hosted = has_host(s);
	add_host(m);
	for (size_t i = 0; i < s->nfields; i++) {
		struct field *f = &m->fields[m->schema.nfields];

		if (!s->fields[i].of) /* halves of a mean: of the reader alone */
			continue;
		*f = s->fields[i];
		if (f->kind == FIELD_ROW) {
			f->flags |= FIELD_RECORDED;
			f->format = format_bytes;
			f->of = m;
			f->known = NULL;
		}
		m->schema.nfields++;
	}
	return 0;
}

/* FNV-1a of what the key shows, and of the host if it is a part of it */
static uint64_t hash(uint64_t h, const char *text, size_t n)
{
	for (size_t i = 0; i < n; i++)
		h = (h ^ (unsigned char)text[i]) * 0x100000001b3;
	return (h ^ 0xff) * 0x100000001b3;
}

/* Numbers of disks and addresses of functions differ from boot to boot, so what a key shows is what it is. */
static uint64_t key_of(const struct merge *m, const void *row)
{
	static char text[SCHEMA_TEXT_MAX];
	uint64_t h = 0xcbf29ce484222325;

	for (size_t i = 0; i < m->schema.nfields; i++) {
		const struct field *f = &m->fields[i];

		if (f->flags & FIELD_KEY)
			h = hash(h, text, (size_t)field_text(text, sizeof(text), f, row));
	}
	return h;
}

const void *merge_row(struct merge *m, const struct merge_input *in)
{
	static unsigned char *copy;
	static size_t size;
	uint64_t first;

	m->from = in;
	if (size < m->schema.row_size) {
		free(copy);
		size = m->schema.row_size;
		copy = malloc(size);
	}
	if (!copy)
		return NULL;
	memcpy(copy, in->row, m->schema.row_size);
	memcpy(&first, copy, sizeof(first));
	first = m->schema.key_size ? key_of(m, copy) : merge_time(m, in, first);
	memcpy(copy, &first, sizeof(first));
	return copy;
}
