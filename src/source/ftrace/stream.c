// SPDX-License-Identifier: GPL-2.0-or-later
#include "stream.h"

#include "base/clock.h"
#include "dat/format_check.h"
#include "dat/pages.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <traceevent/event-parse.h>

#define STREAM_EVENTS 288
#define RUN_NS 100000000ULL	 /* after this the session must look at its timers and signals */
#define SETTLE_NS 2000000ULL /* an event gets its time before it is readable: wait this long for it */

struct stream_event {
	const struct ftrace_event *spec;
	int id;
	const void *fields[RECORD_FIELDS]; /* struct tep_format_field */
	const struct tep_format_field *pid;
};

struct stream_cpu {
	struct cursor *cursor;
	const void *data;	  /* of the current event; NULL: there is none */
	size_t size;		  /* of the current event */
	uint64_t time;		  /* of the current event */
	uint64_t quiet_until; /* all events before this time have been read */
	bool ended;
};

struct stream {
	struct session *s;
	struct tep_handle *tep;
	struct tasks *tasks;
	size_t page_size;
	int ncpus;
	struct stream_cpu *cpus;
	struct stream_event events[STREAM_EVENTS];
	size_t nevents;
	uint64_t lost, bad, count;
	void (*on_time)(struct session *s, uint64_t time_ns);
};

/* ---- tasks ---- */

enum { TASK_PID, TASK_NAME, TASK_FLAGS };

static void on_task_made(struct session *s, const struct record *r)
{
	size_t length = 0;
	const char *comm = record_chars(r, TASK_NAME, &length);

	(void)s;
	tasks_made(r->tasks, r->tid, (uint32_t)record_int(r, TASK_PID), (uint64_t)record_int(r, TASK_FLAGS),
			   comm ? comm : "?", comm ? length : 1);
}

static void on_task_renamed(struct session *s, const struct record *r)
{
	size_t length = 0;
	const char *comm = record_chars(r, TASK_NAME, &length);

	(void)s; /* the renamed thread is not always the one that runs: /proc/PID/comm can be written */
	if (comm)
		tasks_renamed(r->tasks, record_has(r, TASK_PID) ? (uint32_t)record_int(r, TASK_PID) : r->tid, comm, length);
}

static const char *const made_fields[] = {"pid", "comm", "clone_flags", NULL};
static const char *const renamed_fields[] = {"pid", "newcomm", NULL};
const struct ftrace_event stream_task_events[] = {
	{.name = "task/task_newtask", .fields = made_fields, .record = on_task_made},
	{.name = "task/task_rename", .fields = renamed_fields, .record = on_task_renamed},
	{.name = NULL},
};

struct tasks *stream_tasks(struct stream *st)
{
	return st->tasks;
}

bool stream_follows(const struct stream *st)
{
	return tasks_filtered(st->tasks) || st->s->tool->ftrace->names_tasks;
}

/* ---- set-up ---- */

static int alloc_cpus(struct stream *st)
{
	st->cpus = calloc((size_t)st->ncpus, sizeof(*st->cpus));
	if (!st->cpus)
		return -ENOMEM;
	for (int i = 0; i < st->ncpus; i++) {
		st->cpus[i].cursor = cursor_new(st->page_size);
		if (!st->cpus[i].cursor)
			return -ENOMEM;
	}
	return 0;
}

static int parse_header(struct stream *st, const char *header, size_t size)
{
	char *copy = malloc(size + 1);
	int err = 0;

	if (!copy)
		return -ENOMEM;
	memcpy(copy, header, size);
	copy[size] = '\0';
	tep_set_loglevel(TEP_LOG_NONE);
	tep_set_long_size(st->tep, sizeof(long));
	tep_set_page_size(st->tep, 4096);
	if (tep_parse_header_page(st->tep, copy, size, sizeof(long)))
		err = -EINVAL;
	free(copy);
	st->page_size = (size_t)tep_get_sub_buffer_size(st->tep);
	if (tep_get_header_page_size(st->tep) != 8 || st->page_size < 64 || st->page_size > PAGES_MAX)
		return -EINVAL;
	return err;
}

struct stream *stream_new(struct session *s, int ncpus, const char *header, size_t size, bool live)
{
	struct stream *st = calloc(1, sizeof(*st));
	int err = -ENOMEM;

	if (!st)
		return NULL;
	st->s = s;
	st->ncpus = ncpus;
	st->tep = tep_alloc();
	st->tasks = tasks_new(s->set, s->child_pid, live);
	if (st->tep && st->tasks)
		err = parse_header(st, header, size);
	if (!err)
		err = alloc_cpus(st);
	if (!err)
		return s->stream = st;
	stream_free(st);
	errno = -err;
	return NULL;
}

void stream_free(struct stream *st)
{
	if (!st)
		return;
	for (int i = 0; st->cpus && i < st->ncpus; i++)
		cursor_free(st->cpus[i].cursor);
	free(st->cpus);
	tep_free(st->tep);
	tasks_free(st->tasks);
	if (st->s->stream == st)
		st->s->stream = NULL;
	free(st);
}

size_t stream_page_size(const struct stream *st)
{
	return st->page_size;
}

int stream_add(struct stream *st, const struct ftrace_event *spec, const char *format, size_t size)
{
	struct stream_event *e = &st->events[st->nevents];
	struct tep_event *event = NULL;

	if (st->nevents == STREAM_EVENTS)
		return -E2BIG;
	size = format_fields(format, size);
	if (!size || tep_parse_format(st->tep, &event, format, size, "ktally") || !event)
		return -EINVAL;
	e->spec = spec;
	e->id = event->id;
	e->pid = tep_find_common_field(event, "common_pid");
	for (unsigned i = 0; i < RECORD_FIELDS && spec->fields && spec->fields[i]; i++)
		e->fields[i] = tep_find_field(event, spec->fields[i]);
	st->nevents++;
	return 0;
}

bool stream_has(const struct stream *st, const char *event)
{
	for (size_t i = 0; st && i < st->nevents; i++)
		if (!strcmp(st->events[i].spec->name, event))
			return true;
	return false;
}

/* ---- pages ---- */

static void advance(struct stream_cpu *c)
{
	c->data = cursor_next(c->cursor, &c->size, &c->time);
}

static void load_page(struct stream *st, struct stream_cpu *c)
{
	st->bad += !cursor_begin(c->cursor);
	st->lost += cursor_lost(c->cursor);
	advance(c);
}

/* Gives a CPU a current event if it has any. 0 or -errno */
static int fill(struct stream *st, int cpu, stream_reader read, void *arg)
{
	struct stream_cpu *c = &st->cpus[cpu];
	uint64_t asked = clock_ns();
	int n;

	while (!c->data && !c->ended) {
		n = read(arg, cpu, cursor_page(c->cursor), st->page_size);
		if (n == STREAM_END)
			c->ended = true;
		else if (n < 0)
			return n;
		if (n <= 0) {
			c->quiet_until = asked > SETTLE_NS ? asked - SETTLE_NS : 0;
			return 0;
		}
		load_page(st, c);
	}
	return 0;
}

/* ---- merging ---- */

static void deliver(struct stream *st, int cpu)
{
	struct stream_cpu *c = &st->cpus[cpu];
	struct record r = {.tasks = st->tasks, .data = c->data, .size = (uint32_t)c->size, .cpu = cpu, .time_ns = c->time};
	uint16_t id;

	if (r.size < sizeof(id))
		return;
	memcpy(&id, r.data, sizeof(id));
	for (size_t i = 0; i < st->nevents; i++) {
		const struct stream_event *e = &st->events[i];

		if (e->id != id)
			continue;
		r.tid = (uint32_t)record_number(&r, e->pid);
		r.event = e->spec;
		r.fields = e->fields;
		st->count++;
		if (st->on_time)
			st->on_time(st->s, r.time_ns);
		e->spec->record(st->s, &r);
		return;
	}
}

/* The CPU with the oldest event; -1: none. *bound: its events up to this time may be delivered, because no other
 * CPU can have an earlier one */
static int oldest(const struct stream *st, bool all, uint64_t *bound)
{
	int best = -1;

	*bound = UINT64_MAX;
	for (int i = 0; i < st->ncpus; i++) {
		const struct stream_cpu *c = &st->cpus[i];

		if (c->data && (best < 0 || c->time < st->cpus[best].time))
			best = i;
	}
	for (int i = 0; i < st->ncpus; i++) {
		const struct stream_cpu *c = &st->cpus[i];
		uint64_t limit = c->data ? c->time : all || c->ended ? UINT64_MAX : c->quiet_until;

		if (i != best && limit < *bound)
			*bound = limit;
	}
	return best;
}

static int fill_all(struct stream *st, stream_reader read, void *arg)
{
	int err = 0;

	for (int i = 0; i < st->ncpus && !err; i++)
		err = fill(st, i, read, arg);
	return err;
}

/* Delivers the events of the CPU with the oldest one up to the bound, then reads its next page. 0; 1 if it must
 * wait; or -errno */
static int run_oldest(struct stream *st, stream_reader read, void *arg, bool all)
{
	uint64_t bound;
	int cpu = oldest(st, all, &bound);
	struct stream_cpu *c = &st->cpus[cpu < 0 ? 0 : cpu];

	if (cpu < 0 || c->time > bound)
		return 1;
	while (c->data && c->time <= bound) {
		deliver(st, cpu);
		advance(c);
	}
	return fill(st, cpu, read, arg);
}

/* Reads a quiet CPU once in a run. Otherwise each page of a busy one would cost a read() of each quiet one. */
int stream_run(struct stream *st, stream_reader read, void *arg, bool all)
{
	uint64_t until = clock_ns() + RUN_NS;
	int err = fill_all(st, read, arg);

	while (!err && (all || clock_ns() < until))
		err = run_oldest(st, read, arg, all);
	return err < 0 ? err : !err;
}

void stream_on_time(struct stream *st, void (*on_time)(struct session *s, uint64_t time_ns))
{
	st->on_time = on_time;
}

uint64_t stream_lost(const struct stream *st)
{
	return st->lost;
}

uint64_t stream_bad(const struct stream *st)
{
	return st->bad;
}

uint64_t stream_count(const struct stream *st)
{
	return st->count;
}
