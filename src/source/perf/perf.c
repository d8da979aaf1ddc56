// SPDX-License-Identifier: GPL-2.0-or-later
#include "perf.h"

#include "base/clock.h"
#include "base/log.h"
#include "dat/event.h"
#include "session/source.h"
#include "session/tool.h"
#include "source/tasks.h"
#include "sys/pid_namespace.h"
#include "sys/privileges.h"
#include "events.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/capability.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#define ROOM (8UL << 20)	/* bytes for each CPU: a thousand samples with 8 KB of stack */
#define ROOMS (256UL << 20) /* of all CPUs together, unless --buffer says otherwise */
#define ROOM_LEAST (64UL << 10)
#define ROOM_UNPRIVILEGED (192UL << 10)
#define SETTLED_NS 20000000ULL /* a record gets its time before it is readable, and a host may take the CPU between */
#define RUN_NS 100000000ULL	   /* after this the session must look at its timers and signals */

struct perf_state {
	struct perf_events events;
	struct tasks *tasks;
	uint64_t told_lost, throttled, bad;
	uint64_t stopped_ns;
	uint64_t read_ns;  /* all records before this time have been read */
	uint64_t ended_ns; /* at this time nobody who is followed lived any more; 0: somebody does */
	uint64_t born;	   /* so many had been made by then */
	bool warned;
	_Alignas(8) unsigned char record[PERF_RECORD_SIZE];
};

static struct perf_state *state_of(const struct session *s)
{
	return s->source_state;
}

int perf_add(struct session *s, const struct perf_wanted *w)
{
	return perf_events_add(s, &state_of(s)->events, w);
}

const void *perf_field(struct session *s, unsigned event, const char *name)
{
	const struct event_reader *format = event < PERF_EVENTS ? state_of(s)->events.formats[event] : NULL;

	return format ? event_reader_field(format, name) : NULL;
}

bool perf_wants(struct session *s, uint32_t tid)
{
	return tasks_wanted(state_of(s)->tasks, tid, NULL, 0);
}

bool perf_task_is_new(struct session *s, uint32_t tid)
{
	return tasks_get(state_of(s)->tasks, tid)->made;
}

uint32_t perf_task_process(struct session *s, uint32_t tid)
{
	return tasks_get(state_of(s)->tasks, tid)->tgid;
}

const char *perf_task_name(struct session *s, uint32_t tid)
{
	return tasks_get(state_of(s)->tasks, tid)->comm;
}

uint64_t perf_ended_ns(const struct session *s)
{
	return state_of(s)->stopped_ns;
}

/* ---- opening ---- */

/* Of what a user may lock in memory (kernel.perf_event_mlock_kb for each CPU, and RLIMIT_MEMLOCK), a half: names of
 * programs need rings too (sys/mapping_events.h). */
static size_t locked_most(size_t ncpus)
{
	struct rlimit limit = {0};

	if (has_capability(CAP_IPC_LOCK) || getrlimit(RLIMIT_MEMLOCK, &limit) || limit.rlim_cur == RLIM_INFINITY)
		return SIZE_MAX;
	return ROOM_UNPRIVILEGED + limit.rlim_cur / 2 / ncpus;
}

/* A power of two, as the kernel wants it */
static size_t room_of(const struct session *s)
{
	size_t ncpus = (size_t)get_nprocs_conf(), wanted = s->set->buffer_kb << 10, room = ROOM_LEAST;
	size_t most = ROOMS / ncpus < ROOM ? ROOMS / ncpus : ROOM;

	if (wanted) {
		while (room < wanted)
			room *= 2;
		return room;
	}
	if (locked_most(ncpus) < most)
		most = locked_most(ncpus);
	while (room * 2 <= most)
		room *= 2;
	return room;
}

static int check(struct session *s)
{
	if (!s->tool->perf)
		return cannot(s, -ENOTSUP, "%s has no perf form", s->tool->name);
	if (s->set->has_uid)
		return cannot(s, -ENOTSUP, "perf cannot filter by user");
	if (pid_self() != (uint32_t)getpid())
		return cannot(s, -ENOTSUP, "/proc is of another PID namespace than ktally: its numbers are not those of perf");
	return 0;
}

static int source_open(struct session *s)
{
	struct perf_state *p = s->source_state = calloc(1, sizeof(*p));
	int err;

	if (!p)
		return cannot(s, -ENOMEM, "out of memory");
	p->events.ready = -1;
	err = check(s);
	if (err)
		return err;
	p->tasks = tasks_new(s->set, s->child_pid, true);
	if (!p->tasks)
		return cannot(s, -ENOMEM, "out of memory");
	err = perf_events_open(s, &p->events, s->tool->perf->switched != NULL, room_of(s));
	return err ? err : s->tool->perf->open(s);
}

/* The records of forks and names are on before /proc is read, so that no thread is between. */
static int source_start(struct session *s)
{
	struct perf_state *p = state_of(s);
	int err = perf_events_tell(&p->events);

	if (!err)
		tasks_scan(p->tasks);
	if (!err)
		err = perf_events_enable(&p->events);
	if (!s->attach)
		s->attach = "perf_event_open";
	return err ? cannot(s, err, "cannot switch perf's events on: %s", strerror(-err)) : 0;
}

/* ---- reading ---- */

static void on_sample(struct session *s, size_t size)
{
	struct perf_state *p = state_of(s);
	struct perf_sample sample;
	const struct task *task;
	uint64_t id;
	int event;

	if (!perf_sample_id(p->record, size, &id))
		return;
	event = perf_events_find(&p->events, id);
	if (event < 0 || !perf_parse_sample(p->events.types[event], p->record, size, &sample)) {
		p->bad++;
		return;
	}
	tasks_belongs(p->tasks, sample.tid, sample.pid);
	if (!p->events.all_tasks[event] && !perf_wants(s, sample.tid))
		return;
	task = tasks_get(p->tasks, sample.tid);
	sample.event = (unsigned)event;
	sample.comm = task->comm;
	s->tool->perf->sample(s, &sample);
}

static void on_told(struct session *s, size_t size)
{
	struct perf_state *p = state_of(s);
	struct perf_event_told told;

	if (!perf_parse_told(p->record, size, &told))
		p->bad++;
	else if (told.type == PERF_RECORD_FORK)
		tasks_forked(p->tasks, told.parent_tid, told.tid, told.pid == told.parent);
	else if (told.type == PERF_RECORD_COMM)
		tasks_renamed(p->tasks, told.tid, told.comm, strlen(told.comm));
	else if (told.type == PERF_RECORD_SWITCH_CPU_WIDE && s->tool->perf->switched)
		s->tool->perf->switched(s, told.tid, told.time_ns, told.out);
	else if (told.type == PERF_RECORD_LOST)
		p->told_lost += told.lost;
	else if (told.type == PERF_RECORD_THROTTLE)
		p->throttled++;
}

static void take(struct session *s, struct perf_ring *from)
{
	struct perf_state *p = state_of(s);
	size_t size = perf_ring_take(from, p->record);

	if (!size)
		p->bad++;
	else if (((struct perf_event_header *)p->record)->type == PERF_RECORD_SAMPLE)
		on_sample(s, size);
	else
		on_told(s, size);
}

static bool is_filling(const struct perf_events *e)
{
	for (int i = 0; i < e->ncpus; i++)
		if (perf_ring_used(&e->rings[i]) > e->rings[i].room / 16)
			return true;
	return false;
}

static int source_poll(struct session *s)
{
	struct perf_state *p = state_of(s);
	struct perf_events *e = &p->events;
	uint64_t began_ns = clock_ns(), until = s->source_stopped ? UINT64_MAX : began_ns - SETTLED_NS;
	struct perf_ring *next;

	s->busy = false;
	while (!s->busy && (next = perf_rings_oldest(e->rings, e->ncpus, &perf_places, until))) {
		take(s, next);
		s->busy = !s->source_stopped && clock_ns() - began_ns > RUN_NS;
	}
	if (!s->busy)
		p->read_ns = until;
	s->busy |= is_filling(e);
	tasks_prune(p->tasks);
	return 0;
}

static void source_stop(struct session *s)
{
	state_of(s)->stopped_ns = clock_ns();
	perf_events_disable(&state_of(s)->events);
	s->source_stopped = true;
}

/* Somebody whose record still waits may have been made by one who has ended (as in source/ftrace/ftrace.c). */
static enum followed source_followed(struct session *s, bool (*lives)(uint32_t pid))
{
	struct perf_state *p = state_of(s);

	if (tasks_lives(p->tasks, lives)) {
		p->ended_ns = 0;
		return FOLLOWED_LIVES;
	}
	if (!p->ended_ns || p->born != tasks_born(p->tasks)) {
		p->ended_ns = clock_ns();
		p->born = tasks_born(p->tasks);
	}
	if (p->read_ns <= p->ended_ns)
		return FOLLOWED_ASK_AGAIN;
	return p->told_lost || p->bad ? FOLLOWED_UNKNOWN : FOLLOWED_ENDED;
}

static void say_once(struct perf_state *p)
{
	if (p->warned || (!p->throttled && !p->bad))
		return;
	p->warned = true;
	if (p->throttled)
		warn("the kernel held sampling back: it took too long; see kernel.perf_event_max_sample_rate, and -F");
	if (p->bad)
		warn("%llu records of perf could not be read", (unsigned long long)p->bad);
}

/* What is lost is told in the ring when there is room again. The kernel's own number knows of the last ones too. */
static int source_collect(struct session *s)
{
	struct perf_state *p = state_of(s);
	struct lost lost = {.map_full = s->lost.map_full, .unmatched = s->lost.unmatched};
	uint64_t counted = perf_events_lost(&p->events);

	lost.ring = (counted > p->told_lost ? counted : p->told_lost) + p->bad;
	if (s->tool->perf->losses)
		s->tool->perf->losses(s, &lost);
	s->lost = lost;
	say_once(p);
	return s->tool->perf->collect ? s->tool->perf->collect(s) : 0;
}

static int source_descriptor(struct session *s)
{
	return state_of(s)->events.ready;
}

static void source_close(struct session *s)
{
	struct perf_state *p = state_of(s);

	if (!p)
		return;
	if (s->tool->perf && s->tool->perf->close)
		s->tool->perf->close(s);
	perf_events_close(&p->events);
	tasks_free(p->tasks);
	unwind_drop();
	free(p);
	s->source_state = NULL;
}

/* The first reads task names where /proc hides them. Rings and descriptors need nothing. */
static const int keeps[] = {CAP_SYS_PTRACE};

static bool source_readable(struct session *s)
{
	(void)s;
	return !access("/proc/1/status", R_OK);
}

const struct source source_perf = {
	.name = "perf",
	.open = source_open,
	.start = source_start,
	.poll = source_poll,
	.collect = source_collect,
	.followed = source_followed,
	.keeps = keeps,
	.nkeeps = sizeof(keeps) / sizeof(keeps[0]),
	.readable = source_readable,
	.stop = source_stop,
	.close = source_close,
	.descriptor = source_descriptor,
	.ends_without_root = true,
};
