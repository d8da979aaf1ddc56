// SPDX-License-Identifier: GPL-2.0-or-later
#include "timeline_rows.h"

#include "json_members.h"
#include "json_text.h"
#include "tracks.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAMES 8
#define NAME_TEXT 256 /* of a process or thread */

struct timeline_rows {
	const struct schema *schema;
	const char *tool;
	bool on_bpf, any;
	const struct field *latency, *pid, *tid, *comm, *host;
	const struct field *track[NAMES], *label[NAMES];
	size_t ntrack, nlabel;
	uint64_t first_host;
	struct tracks *tracks;
};

/* Where a row goes */
struct at {
	char process[NAME_TEXT], thread[NAME_TEXT]; /* their names; empty: none */
	struct process *in;
	struct track *track;
	struct lane *lane;
};

/* ---- fields ---- */

static const struct field *find(const struct schema *s, const char *name, size_t n)
{
	for (size_t i = 0; i < s->nfields; i++)
		if (!strncmp(s->fields[i].name, name, n) && !s->fields[i].name[n] && !(s->fields[i].flags & FIELD_OFF))
			return &s->fields[i];
	return NULL;
}

static const struct field *number_named(const struct schema *s, const char *name)
{
	const struct field *f = find(s, name, strlen(name));

	return f && !field_is_text(f) && f->kind != FIELD_HIST ? f : NULL;
}

/* Names with spaces between them. How many of them the schema has */
static size_t find_all(const struct field **to, const struct schema *s, const char *names)
{
	size_t found = 0;

	for (size_t n; names && *names && found < NAMES; names += n + (names[n] == ' ')) {
		n = strcspn(names, " ");
		to[found] = find(s, names, n);
		found += to[found] != NULL;
	}
	return found;
}

static bool known(const struct timeline_rows *t, const struct field *f, const void *row)
{
	return f && json_known(t->schema, t->on_bpf, f, row);
}

static uint32_t number(const struct timeline_rows *t, const struct field *f, const void *row)
{
	return known(t, f, row) ? (uint32_t)field_integer(f, row) : 0;
}

/* ---- which process and thread ---- */

static uint64_t host_of(struct timeline_rows *t, const void *row)
{
	char text[NAME_TEXT];
	uint64_t hash;

	if (!t->host)
		return 0;
	hash = tracks_hash(text, (size_t)field_text(text, sizeof(text), t->host, row));
	if (!t->first_host)
		t->first_host = hash;
	return hash;
}

/* "dd", of a merged recording "dd on web1" */
static void name_task(const struct timeline_rows *t, char to[NAME_TEXT], const void *row)
{
	size_t n = 0;

	*to = '\0';
	if (known(t, t->comm, row))
		n = (size_t)field_text(to, NAME_TEXT, t->comm, row);
	if (n && t->host && n + 8 < NAME_TEXT)
		field_text(stpcpy(to + n, " on "), NAME_TEXT - n - 4, t->host, row);
}

static int find_thread(struct timeline_rows *t, struct at *at, const void *row)
{
	uint32_t tid = number(t, t->tid, row), pid = t->pid ? number(t, t->pid, row) : tid;
	uint64_t host = host_of(t, row);
	bool ours = host == t->first_host;

	if (!t->tid)
		tid = pid;
	name_task(t, at->thread, row);
	at->in = tracks_process(t->tracks, host ^ pid, ours ? pid : TRACKS_FREE);
	/* a process is called as its first thread, and until that is seen as any other */
	if (at->in && (tid == pid || !at->in->named))
		strcpy(at->process, at->thread);
	at->track = at->in ? tracks_track(t->tracks, at->in, tid, ours ? tid : TRACKS_FREE) : NULL;
	return at->track ? 0 : -ENOMEM;
}

/* A track of its own for each text: the first that is known, as a disk's name, or else its number */
static int find_track(struct timeline_rows *t, struct at *at, const void *row)
{
	size_t n = 0;

	for (size_t i = 0; i < t->ntrack && !n; i++)
		if (known(t, t->track[i], row))
			n = (size_t)field_text(at->process, sizeof(at->process), t->track[i], row);
	if (!n)
		n = (size_t)snprintf(at->process, sizeof(at->process), "%s", "?");
	strcpy(at->thread, at->process);
	at->in = tracks_process(t->tracks, tracks_hash(at->process, n) ^ host_of(t, row), TRACKS_FREE);
	at->track = at->in ? tracks_track(t->tracks, at->in, 0, TRACKS_FREE) : NULL;
	return at->track ? 0 : -ENOMEM;
}

/* ---- objects ---- */

static void begin(struct timeline_rows *t, const char *phase, const struct at *at)
{
	if (t->any)
		json_begin_next();
	else
		json_begin();
	t->any = true;
	json_word("ph", phase);
	json_unsigned("pid", at->in->number);
	json_unsigned("tid", at->lane->number);
}

/* Says what a number is called, if that has not been said yet. */
static void tell_name(struct timeline_rows *t, const struct at *at, const char *what, const char *name, uint64_t *told)
{
	size_t n = strlen(name);
	uint64_t hash = tracks_hash(name, n);

	if (!n || *told == hash)
		return;
	*told = hash;
	begin(t, "M", at);
	json_word("name", what);
	json_object("args");
	json_string("name", name, n);
	json_close();
	json_end();
}

/* Further lanes are numbered: "sda", "sda (2)" */
static void tell_names(struct timeline_rows *t, struct at *at)
{
	size_t lane = (size_t)(at->lane - at->track->list), n = strlen(at->thread);

	if (lane && n && n + 16 < sizeof(at->thread))
		snprintf(at->thread + n, sizeof(at->thread) - n, " (%zu)", lane + 1);
	tell_name(t, at, "process_name", at->process, &at->in->named);
	tell_name(t, at, "thread_name", at->thread, &at->lane->named);
}

/* An `event` with its values, "sched_wakeup: comm=...", is called by what is before them: values make each one differ.
 */
static size_t brief(const struct field *f, const char *text, size_t n)
{
	const char *end = strcmp(f->name, "event") ? NULL : memmem(text, n, ": ", 2);

	return end ? (size_t)(end - text) : n;
}

static size_t add_word(const struct field *f, char *to, size_t size, const void *row)
{
	size_t n = (size_t)field_text(to, size, f, row);

	return field_is_text(f) ? brief(f, to, n) : n;
}

/* Words of the fields of schema->label; without it the first field that says what happened */
static size_t label(const struct timeline_rows *t, char *to, size_t size, const void *row)
{
	size_t n = 0;

	for (size_t i = 0; i < t->nlabel && (!n || t->schema->label) && n + 2 < size; i++) {
		if (!known(t, t->label[i], row))
			continue;
		if (n)
			to[n++] = ' ';
		n += add_word(t->label[i], to + n, size - n, row);
	}
	return n;
}

static void tell_label(const struct timeline_rows *t, const void *row)
{
	static char text[SCHEMA_TEXT_MAX];
	size_t n = label(t, text, sizeof(text), row);

	if (n)
		json_string("name", text, n);
	else
		json_string("name", t->tool, strlen(t->tool));
}

static void tell_event(struct timeline_rows *t, const struct at *at, uint64_t start, const uint64_t *latency,
					   const void *row)
{
	begin(t, latency ? "X" : "i", at);
	json_micros("ts", start);
	if (latency)
		json_micros("dur", *latency);
	else
		json_word("s", "t");
	tell_label(t, row);
	json_string("cat", t->tool, strlen(t->tool));
	json_object("args");
	json_members(t->schema, t->on_bpf, row, NULL);
	json_close();
	json_end();
}

static uint64_t end_of(uint64_t start, uint64_t latency)
{
	return latency <= UINT64_MAX - start ? start + latency : UINT64_MAX;
}

int timeline_row(struct timeline_rows *t, const void *row)
{
	bool slice = known(t, t->latency, row);
	uint64_t start, latency = slice ? (uint64_t)field_integer(t->latency, row) : 0;
	struct at at = {.process = ""};
	int err = t->schema->track ? find_track(t, &at, row) : find_thread(t, &at, row);

	if (err)
		return err;
	memcpy(&start, row, sizeof(start));
	if (slice && !t->schema->begins)
		start = start > latency ? start - latency : 0;
	at.lane = slice ? tracks_lane(t->tracks, at.track, start, end_of(start, latency)) : at.track->list;
	if (!at.lane)
		return -ENOMEM;
	tell_names(t, &at);
	tell_event(t, &at, start, slice ? &latency : NULL, row);
	return 0;
}

/* ---- beginning and end ---- */

struct timeline_rows *timeline_rows_new(const struct schema *schema, const char *tool, bool on_bpf)
{
	static const char labels[] = "func call syscall event path type signal_name comm";
	struct timeline_rows *t = calloc(1, sizeof(*t));

	if (!t)
		return NULL;
	*t = (struct timeline_rows){.schema = schema, .tool = tool, .on_bpf = on_bpf};
	t->latency = number_named(schema, "latency_ns");
	t->pid = number_named(schema, "pid");
	t->tid = number_named(schema, "tid");
	t->comm = find(schema, "comm", 4);
	t->host = find(schema, "host", 4);
	t->ntrack = find_all(t->track, schema, schema->track);
	t->nlabel = find_all(t->label, schema, schema->label ? schema->label : labels);
	t->tracks = tracks_new(!schema->track);
	if (t->tracks)
		return t;
	free(t);
	return NULL;
}

void timeline_rows_free(struct timeline_rows *t)
{
	if (!t)
		return;
	tracks_free(t->tracks);
	free(t);
}
