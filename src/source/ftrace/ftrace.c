// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The ftrace source. It makes a tracing instance of its own, so that it touches nobody else's tracing. stream.c
 * reads and merges the instance's binary pages.
 *
 * Nothing waits on the descriptors of the pages: a waiter makes the kernel send a wake-up interrupt for events,
 * before 6.1 for every one. The loop reads the pages ten times a second instead, more often under load.
 */
#include "ftrace.h"

#include "base/clock.h"
#include "base/log.h"
#include "session/source.h"
#include "sys/pid_namespace.h"
#include "sys/tracefs.h"
#include "sys/tracefs_hold.h"
#include "dropped.h"
#include "recording.h"
#include "stream.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/capability.h>
#include <sys/sysinfo.h>
#include <tracefs/tracefs.h>
#include <unistd.h>

#define BUFFER_KB 4096		 /* per CPU: a million small events a second fill 5 MB in 100 ms */
#define BUFFERS_KB (1 << 18) /* all CPUs together, unless --buffer says otherwise */

struct ftrace_state {
	struct tracefs_instance *instance; /* NULL: not made yet, or this run holds the top-level one */
	bool made;
	char hold[TRACEFS_NOTE]; /* name of the note of what this run holds; "": nothing */
	struct stream *stream;
	struct recording *recording;
	bool unrecorded;   /* writing the recording has failed */
	int ncpus, *pipes; /* trace_pipe_raw of each CPU */
	uint64_t pages;	   /* read in this round */
	uint64_t read_ns;  /* all records before this time have been read */
	uint64_t ended_ns; /* at this time nobody who is followed lived any more; 0: somebody does */
	uint64_t born;	   /* so many had been made by then */
};

/* A record is readable within 2 ms (stream.c). */
#define SETTLED_NS 10000000ULL

static struct ftrace_state *state_of(const struct session *s)
{
	return s->source_state;
}

void ftrace_split(const char *event, char *system, size_t size, const char **name)
{
	const char *slash = strchr(event, '/');

	snprintf(system, size, "%.*s", (int)(slash - event), event);
	*name = slash + 1;
}

int ftrace_set(struct session *s, const char *file, const char *text)
{
	if (tracefs_instance_file_write(state_of(s)->instance, file, text) >= 0)
		return 0;
	return cannot(s, -errno, "cannot set %s of the tracing instance: %s", file, strerror(errno));
}

struct tracefs_instance *ftrace_instance(const struct session *s)
{
	return s->source == &source_ftrace ? state_of(s)->instance : NULL;
}

struct tasks *ftrace_tasks(const struct session *s)
{
	return s->source == &source_ftrace ? stream_tasks(state_of(s)->stream) : NULL;
}

/* ---- opening ---- */

static bool has_tracer(struct tracefs_instance *instance, const char *name)
{
	char *tracers = tracefs_instance_file_read(instance, "available_tracers", NULL);
	bool has = tracers && strstr(tracers, name);

	free(tracers);
	return has;
}

/* Since 6.11 every instance has the tracer; before, only the top-level one has it. */
static int hold_graph(struct session *s)
{
	struct ftrace_state *f = state_of(s);

	if (!has_tracer(NULL, "function_graph"))
		return cannot(s, -ENOTSUP, "this kernel has no function_graph tracer (CONFIG_FUNCTION_GRAPH_TRACER)");
	if (has_tracer(f->instance, "function_graph"))
		return tracefs_hold(&s->why, HOLD_GRAPH, f->hold);
	tracefs_instance_destroy(f->instance);
	tracefs_instance_free(f->instance);
	f->instance = NULL;
	return tracefs_hold(&s->why, HOLD_TOP, f->hold);
}

static int hold_noise(struct session *s)
{
	struct ftrace_state *f = state_of(s);
	const char *tracer = s->tool->ftrace->noise;

	if (has_tracer(f->instance, tracer))
		return tracefs_hold(&s->why, HOLD_NOISE, f->hold);
	return cannot(s, -ENOTSUP, "this kernel has no tracer %s (CONFIG_%s_TRACER)", tracer,
				  strcmp(tracer, "osnoise") ? "TIMERLAT" : "OSNOISE");
}

static int hold(struct session *s)
{
	if (s->tool->ftrace->graph)
		return hold_graph(s);
	return s->tool->ftrace->noise ? hold_noise(s) : 0;
}

static int make_instance(struct session *s)
{
	struct ftrace_state *f = state_of(s);
	char kb[24];
	uint64_t size = s->set->buffer_kb;
	int err;

	if (!size)
		size = BUFFERS_KB / f->ncpus < BUFFER_KB ? BUFFERS_KB / f->ncpus : BUFFER_KB;
	f->instance = tracefs_own_instance(TRACEFS_OWN, "");
	if (!f->instance)
		return cannot(s, -errno, "cannot make a tracing instance: %s", strerror(errno));
	err = hold(s);
	if (err)
		return err;
	f->made = true;
	snprintf(kb, sizeof(kb), "%llu", (unsigned long long)size);
	if (ftrace_set(s, "tracing_on", "0") || ftrace_set(s, "buffer_size_kb", kb))
		return -EIO;
	/* The clock is one for all CPUs, and BPF's. A full buffer keeps its events and counts those that it drops. */
	return ftrace_set(s, "trace_clock", "mono") || ftrace_set(s, "options/overwrite", "0") ? -EIO : 0;
}

/* Otherwise it is rows that are recorded. */
static bool records_pages(const struct session *s)
{
	if (!s->set->record || !(s->tool->takes & TAKES_REPLAY))
		return false;
	return !settings_is_file(s->set->record) || (strcmp(s->set->record, "-") && !s->tool->ftrace->reads_more);
}

static int open_stream(struct session *s)
{
	struct ftrace_state *f = state_of(s);
	int size = 0;
	char *header = tracefs_instance_file_read(f->instance, "events/header_page", &size);

	if (!header)
		return cannot(s, -errno, "cannot read events/header_page: %s", strerror(errno));
	f->stream = stream_new(s, f->ncpus, header, (size_t)size, true);
	s->records_pages = records_pages(s);
	if (f->stream && s->records_pages)
		f->recording = recording_new(s->set->record, header, (size_t)size);
	free(header);
	if (!f->stream)
		return cannot(s, -errno, "cannot understand events/header_page: %s", strerror(errno));
	if (s->records_pages && !f->recording)
		return cannot(s, -errno, "cannot record into %s: %s", s->set->record, strerror(errno));
	return 0;
}

static int open_pipes(struct session *s)
{
	struct ftrace_state *f = state_of(s);
	char path[64];

	f->pipes = malloc((size_t)f->ncpus * sizeof(int));
	if (!f->pipes)
		return cannot(s, -ENOMEM, "out of memory");
	for (int i = 0; i < f->ncpus; i++) {
		snprintf(path, sizeof(path), "per_cpu/cpu%d/trace_pipe_raw", i);
		f->pipes[i] = tracefs_instance_file_open(f->instance, path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
		if (f->pipes[i] < 0 && errno != ENOENT) /* ENOENT: a possible CPU that was never online */
			return cannot(s, -errno, "cannot open %s: %s", path, strerror(errno));
	}
	return 0;
}

static int add_event(struct session *s, const struct ftrace_event *e)
{
	struct ftrace_state *f = state_of(s);
	char system[64];
	const char *name;
	int size = 0, err;
	char *format;

	ftrace_split(e->name, system, sizeof(system), &name);
	format = tracefs_event_file_read(f->instance, system, name, "format", &size);
	if (!format)
		return e->optional ? -ENOENT : cannot(s, -ENOENT, "this kernel has no event %s", e->name);
	err = stream_add(f->stream, e, format, (size_t)size);
	if (!err && f->recording)
		err = recording_format(f->recording, e->name, format, (size_t)size);
	free(format);
	return err ? cannot(s, err, "cannot understand the format of %s: %s", e->name, strerror(-err)) : 0;
}

static int add_task_events(struct session *s)
{
	int err = 0;

	for (const struct ftrace_event *e = stream_task_events; e->name && !err; e++)
		err = add_event(s, e);
	return err;
}

static int add_events(struct session *s)
{
	const struct ftrace_event *e = s->tool->ftrace->events;
	int err = s->tool->ftrace->open ? s->tool->ftrace->open(s) : 0;

	if (!err && stream_follows(state_of(s)->stream))
		err = add_task_events(s);
	for (int i = 0; e[i].name && !err; i++) {
		if (e[i].wanted && !e[i].wanted(s))
			continue;
		err = add_event(s, &e[i]);
		if (e[i].optional)
			err = 0;
	}
	return err;
}

/* Records have the task numbers of the initial PID namespace. Only the BPF form can translate them. */
static int check_numbers(struct session *s)
{
	bool by_number = stream_follows(state_of(s)->stream) || s->tool->ftrace->leaves_out_self;

	if (!by_number || pid_namespace_is_initial())
		return 0;
	return cannot(s, -ENOTSUP,
				  "ftrace knows processes by the host's numbers, and this is a PID namespace of its own "
				  "(for a container: --pid=host)");
}

static int source_open(struct session *s)
{
	struct ftrace_state *f = s->source_state = calloc(1, sizeof(*f));
	int err;

	if (!f)
		return cannot(s, -ENOMEM, "out of memory");
	if (!s->tool->ftrace)
		return cannot(s, -ENOTSUP, "%s has no ftrace form", s->tool->name);
	if (s->set->cgroup || s->set->has_uid)
		return cannot(s, -ENOTSUP, "ftrace cannot filter by %s", s->set->cgroup ? "cgroup" : "user");
	f->ncpus = get_nprocs_conf();
	err = tracefs_find(&s->why);
	if (err)
		return err;
	err = make_instance(s);
	if (!err)
		err = open_stream(s);
	if (!err)
		err = check_numbers(s);
	return err ? err : add_events(s);
}

/* ---- running ---- */

static int switch_on(struct session *s, const struct ftrace_event *e)
{
	char system[64];
	const char *name;

	ftrace_split(e->name, system, sizeof(system), &name);
	if (!strcmp(system, "ftrace")) /* records of a tracer: the tracer switches them on */
		return 0;
	/* not tracefs_event_enable(): it reads all of events/ to find one */
	if (tracefs_event_file_write(state_of(s)->instance, system, name, "enable", "1") > 0)
		return 0;
	return cannot(s, -errno, "cannot switch on %s: %s", e->name, strerror(errno));
}

/* What may be missing is named and left out. */
static int switch_on_wanted(struct session *s, const struct ftrace_event *e)
{
	int err = switch_on(s, e);

	if (!err || !e->optional)
		return err;
	warn("%s; it is left out", s->why.text);
	return 0;
}

/* Reads which tasks exist. The task events are switched on first, so the buffer has every change since. */
static int start_tasks(struct session *s)
{
	struct ftrace_state *f = state_of(s);
	int err = 0;

	if (!stream_follows(f->stream))
		return 0;
	for (const struct ftrace_event *e = stream_task_events; e->name && !err; e++)
		err = switch_on(s, e);
	if (!err)
		err = ftrace_set(s, "tracing_on", "1");
	tasks_scan(stream_tasks(f->stream));
	if (!err && f->recording)
		err = recording_tasks(f->recording, stream_tasks(f->stream));
	return err;
}

/* Tracing goes off, until all events are on. These tracers' threads have begun with start(), and end here: what they
 * told of a time without events is forgotten. A task that got its name in this moment is told by the one before. */
static int pause_tracing(struct session *s)
{
	int err = ftrace_set(s, "tracing_on", "0");

	if (!err && s->tool->ftrace->noise && tracefs_instance_file_clear(state_of(s)->instance, "trace"))
		err = cannot(s, -errno, "cannot empty the trace buffer: %s", strerror(errno));
	return err;
}

static int source_start(struct session *s)
{
	const struct ftrace_event *e = s->tool->ftrace->events;
	int err = s->tool->ftrace->start ? s->tool->ftrace->start(s) : 0;

	if (!err)
		err = open_pipes(s); /* after start(): the kernel changes no tracer while somebody reads */
	if (!err)
		err = start_tasks(s);
	if (!err)
		err = pause_tracing(s);
	for (int i = 0; e[i].name && !err; i++)
		if (stream_has(s->stream, e[i].name))
			err = switch_on_wanted(s, &e[i]);
	if (!s->attach) /* start() may have set it */
		s->attach = "ring";
	if (!err)
		err = ftrace_set(s, "tracing_on", "1"); /* all events begin at once */
	if (!err && state_of(s)->hold[0])
		tracefs_hold_set(state_of(s)->hold);
	return err || !state_of(s)->recording ? err : recording_describe(state_of(s)->recording, s);
}

static int read_page(void *session, int cpu, void *page, size_t size)
{
	struct ftrace_state *f = state_of(session);
	ssize_t n = f->pipes[cpu] < 0 ? 0 : read(f->pipes[cpu], page, size);

	if (n < 0) /* ENODEV: the CPU was never online since the instance was made */
		return errno == EAGAIN || errno == EINTR || errno == ENODEV ? 0 : -errno;
	if (n > 0)
		f->pages++;
	if (n > 0 && f->recording && recording_page(f->recording, cpu, page, size)) {
		f->unrecorded = true;
		return -errno;
	}
	return (int)n;
}

static int drain(struct session *s, bool all)
{
	struct ftrace_state *f = state_of(s);
	uint64_t before = f->pages, began_ns = clock_ns();
	int err = stream_run(f->stream, read_page, s, all);

	s->busy = (f->pages - before) * stream_page_size(f->stream) > (BUFFER_KB << 10) / 16;
	tasks_prune(stream_tasks(f->stream));
	if (!err)
		f->read_ns = began_ns - SETTLED_NS;
	if (err >= 0)
		return 0;
	if (f->unrecorded)
		return fail(err, "cannot record into %s: %s", s->set->record, strerror(-err));
	return fail(err, "cannot read the trace buffer: %s", strerror(-err));
}

static int source_poll(struct session *s)
{
	int err = drain(s, s->source_stopped);

	if (!err && s->tool->ftrace->poll)
		s->tool->ftrace->poll(s);
	return err;
}

static void source_stop(struct session *s)
{
	tracefs_trace_off(state_of(s)->instance);
	s->source_stopped = true;
}

/* Somebody whose record still waits may have been made by one who has ended. So all must be read that was there when
 * the last one had ended, and nobody new be in it. */
static enum followed source_followed(struct session *s, bool (*lives)(uint32_t pid))
{
	struct ftrace_state *f = state_of(s);
	struct tasks *t = stream_tasks(f->stream);

	if (tasks_lives(t, lives)) {
		f->ended_ns = 0;
		return FOLLOWED_LIVES;
	}
	if (!f->ended_ns || f->born != tasks_born(t)) {
		f->ended_ns = clock_ns();
		f->born = tasks_born(t);
	}
	if (f->read_ns <= f->ended_ns)
		return FOLLOWED_ASK_AGAIN;
	return dropped_events(f->instance, f->ncpus, NULL) || stream_bad(f->stream) ? FOLLOWED_UNKNOWN : FOLLOWED_ENDED;
}

static int source_collect(struct session *s)
{
	struct ftrace_state *f = state_of(s);
	struct lost lost = {.map_full = s->lost.map_full, .unmatched = s->lost.unmatched};

	/* Larger sub-buffers (buffer_subbuf_size_kb, 6.8) do not help: seen on 6.12 and 7.2 */
	if (s->tool->ftrace->texts)
		lost.untold = FTRACE_UNTOLD_TEXTS;

	if (s->attach && !strcmp(s->attach, "hist") && tasks_numbers_anew(ftrace_tasks(s)))
		lost.untold = "numbers of threads were used again, and what each counted may be told as another's";
	lost.ring = dropped_events(f->instance, f->ncpus, NULL);
	if (stream_bad(f->stream))
		warn("%llu pages of the trace buffer could not be read", (unsigned long long)stream_bad(f->stream));
	if (s->tool->ftrace->losses)
		s->tool->ftrace->losses(s, &lost);
	s->lost = lost;
	return s->tool->ftrace->collect ? s->tool->ftrace->collect(s) : 0;
}

static void source_close(struct session *s)
{
	struct ftrace_state *f = state_of(s);

	if (!f)
		return;
	if (f->made)
		tracefs_instance_file_write(f->instance, "events/enable", "0");
	for (int i = 0; f->pipes && i < f->ncpus; i++)
		if (f->pipes[i] >= 0)
			close(f->pipes[i]);
	free(f->pipes);
	if (s->tool->ftrace && s->tool->ftrace->close) /* removes triggers: one with variables keeps the instance */
		s->tool->ftrace->close(s);
	if (f->instance && tracefs_instance_destroy(f->instance))
		warn("cannot remove instances/%s: %s (ktally reset-ftrace does it later)",
			 tracefs_instance_get_name(f->instance), strerror(errno));
	tracefs_instance_free(f->instance);
	if (f->hold[0])
		tracefs_release(f->hold);
	stream_free(f->stream);
	recording_close(f->recording, s);
	free(f);
	s->source_state = NULL;
}

/* The first removes the instance without root. The second reads task names where /proc hides them. */
static const int keeps[] = {CAP_DAC_OVERRIDE, CAP_SYS_PTRACE};

static bool source_readable(struct session *s)
{
	char instances[600];

	snprintf(instances, sizeof(instances), "%s/instances", tracefs_tracing_dir());
	return !faccessat(AT_FDCWD, instances, W_OK, AT_EACCESS) &&
		   !faccessat(AT_FDCWD, "/proc/1/status", R_OK, AT_EACCESS) &&
		   (!state_of(s)->recording || recording_ends(state_of(s)->recording));
}

const struct source source_ftrace = {
	.name = "ftrace",
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
};
