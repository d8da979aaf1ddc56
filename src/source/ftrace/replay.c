// SPDX-License-Identifier: GPL-2.0-or-later
/* The replay source reads what --record kept. It uses the same stream and record functions as the live source, and
 * needs no privilege and no kernel support. Intervals follow the times in the recording. */
#include "replay.h"

#include "base/log.h"
#include "base/units.h"
#include "dat/dat.h"
#include "stream.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_MAX (1 << 20)
#define NAMES_MAX (64 << 20)
#define TASKS_MAX (256 << 20) /* a line each: there can be 4 million */
/* Silence of at most so many intervals is reported interval by interval, a longer one with a single report: a
 * damaged time may jump by years. */
#define SILENCE_MAX 1000

struct replay_state {
	struct stream *stream;
	bool ended;			   /* its file `lost` is whole */
	uint64_t ring, missed; /* from there: losses while recording */
};

static struct replay_state *state_of(const struct session *s)
{
	return s->source_state;
}

static bool is_recorded(const struct session *s, const char *event)
{
	char path[256];

	snprintf(path, sizeof(path), "%s/format", event);
	return dat_has(s->dat, path);
}

char *replay_text(const struct session *s, const char *name)
{
	size_t size;

	return dat_text(s->dat, name, NAMES_MAX, &size);
}

/* A recording of trace-cmd has the events that its user chose. */
static bool is_foreign(const struct session *s)
{
	return dat_has(s->dat, "saved_cmdlines") && !dat_meta(s->dat, "tool");
}

/* 1: added; 0: damaged, or not in the recording and optional or not ours; or -errno with s->why set */
static int add_event(struct session *s, const struct ftrace_event *e)
{
	struct replay_state *r = state_of(s);
	char path[256], *format;
	size_t size;
	int err, added;

	snprintf(path, sizeof(path), "%s/format", e->name);
	format = dat_text(s->dat, path, TEXT_MAX, &size);
	err = format ? 0 : -errno;
	if (err && !e->optional && is_foreign(s))
		warn("%s has no %s: what it would tell is missing", s->set->replay, e->name);
	if (err && (e->optional || is_foreign(s)))
		return 0;
	if (err == -ENOENT)
		return cannot(s, err, "%s has no event %s; record with the same tool and options", s->set->replay, e->name);
	if (err)
		return cannot(s, err, "%s/%s: %s", s->set->replay, path, strerror(-err));
	added = !stream_add(r->stream, e, format, size);
	if (!added)
		warn("%s/%s is damaged", s->set->replay, path);
	free(format);
	return added;
}

/* 0, or -errno with s->why set. A recording may have no file `tasks`: then names are unknown, and -p has no
 * threads. One that cannot be read is an error. */
static int add_tasks(struct session *s)
{
	struct replay_state *r = state_of(s);
	size_t size;
	char *text = dat_text(s->dat, "tasks", TASKS_MAX, &size);

	if (!text && errno != ENOENT)
		return cannot(s, -errno, "%s/tasks: %s", s->set->replay, strerror(errno));
	if (text)
		tasks_load(stream_tasks(r->stream), text);
	free(text);
	for (const struct ftrace_event *e = stream_task_events; e->name; e++)
		if (is_recorded(s, e->name))
			add_event(s, e);
	return 0;
}

static int add_events(struct session *s)
{
	const struct ftrace_recipe *recipe = s->tool->ftrace;
	int n = 0, added = recipe->open ? recipe->open(s) : 0;

	if (!added)
		added = add_tasks(s);
	for (const struct ftrace_event *e = recipe->events; e->name && added >= 0; e++) {
		if (e->wanted && !e->wanted(s))
			continue;
		added = add_event(s, e);
		n += added;
	}
	if (added < 0)
		return added;
	return n ? 0 : cannot(s, -EINVAL, "%s holds no event of %s", s->set->replay, s->tool->name);
}

static void read_losses(struct session *s)
{
	struct replay_state *r = state_of(s);
	size_t size;
	char *text = dat_text(s->dat, "lost", TEXT_MAX, &size);

	r->ended = text && sscanf(text, "ring %" SCNu64 " missed %" SCNu64, &r->ring, &r->missed) == 2;
	free(text);
}

/* Intervals begin with the first record. */
static void on_time(struct session *s, uint64_t time_ns)
{
	uint64_t every = s->set->interval_ns;

	if (!s->replay_ns)
		s->last_tick_ns = time_ns;
	while (every && time_ns > s->last_tick_ns && time_ns - s->last_tick_ns >= every) {
		uint64_t silent = (time_ns - s->last_tick_ns) / every;

		if (session_tick(s, s->last_tick_ns + every))
			break;
		if (silent > SILENCE_MAX)
			s->last_tick_ns += (silent - 1) * every;
	}
	if (time_ns > s->replay_ns) /* damaged records may go back */
		s->replay_ns = time_ns;
}

static int source_open(struct session *s)
{
	struct replay_state *r = s->source_state = calloc(1, sizeof(*r));
	char *header;
	size_t size;

	if (!r)
		return cannot(s, -ENOMEM, "out of memory");
	if (dat_meta(s->dat, "child"))
		s->child_pid = (uint32_t)strtoul(dat_meta(s->dat, "child"), NULL, 10);
	units_replay_clock(dat_meta(s->dat, "clock"));
	header = dat_text(s->dat, "header_page", TEXT_MAX, &size);
	if (!header)
		return cannot(s, -errno, "%s/header_page: %s", s->set->replay, strerror(errno));
	r->stream = stream_new(s, dat_ncpus(s->dat), header, size, false);
	free(header);
	read_losses(s);
	return r->stream ? add_events(s) : cannot(s, -EINVAL, "%s/header_page is damaged", s->set->replay);
}

static int source_start(struct session *s)
{
	s->attach = "replay";
	s->busy = true; /* all data is there already */
	stream_on_time(state_of(s)->stream, on_time);
	return s->tool->ftrace->start ? s->tool->ftrace->start(s) : 0;
}

static int read_page(void *session, int cpu, void *page, size_t size)
{
	ssize_t n = dat_read(((struct session *)session)->dat, cpu, page, size);

	if (n < 0)
		return (int)n;
	if (n && (size_t)n < size)
		warn("cpu%d.pages ends within a page", cpu);
	return (size_t)n == size ? (int)n : STREAM_END;
}

/* The run's last interval ended after the last record, and began before the first one. */
static void end_as_recorded(struct session *s)
{
	const char *last = dat_meta(s->dat, "last"), *interval = dat_meta(s->dat, "interval_ns");
	uint64_t end_ns, elapsed_ns;
	int cut;

	if (!last || sscanf(last, "%" SCNu64 " %" SCNu64 " %1d", &end_ns, &elapsed_ns, &cut) != 3 || end_ns < s->replay_ns)
		return;
	if ((interval ? strtoull(interval, NULL, 10) : 0) != s->set->interval_ns)
		return;
	s->replay_ns = end_ns;
	s->last_tick_ns = end_ns - elapsed_ns;
	s->cut_short = cut;
}

static int source_poll(struct session *s)
{
	bool stopped = s->stop;
	int more = stream_run(state_of(s)->stream, read_page, s, false);

	s->stop |= more <= 0;
	if (!more && !stopped)
		end_as_recorded(s);
	return more < 0 ? fail(more, "%s: %s", s->set->replay, strerror(-more)) : 0;
}

static int source_collect(struct session *s)
{
	struct replay_state *r = state_of(s);

	s->lost.ring = stream_lost(r->stream);
	if (s->lost.ring < r->ring)
		s->lost.ring = r->ring;
	if (stream_bad(r->stream))
		warn("%llu pages of the recording are damaged", (unsigned long long)stream_bad(r->stream));
	if (s->tool->ftrace->losses)
		s->tool->ftrace->losses(s, &s->lost);
	if (s->lost.missed < r->missed)
		s->lost.missed = r->missed;
	if (!r->ended)
		s->lost.untold = is_foreign(s) ? "trace-cmd's recording does not say" : "the recording was not ended";
	return s->tool->ftrace->collect ? s->tool->ftrace->collect(s) : 0;
}

static void source_close(struct session *s)
{
	struct replay_state *r = state_of(s);

	if (!r)
		return;
	if (s->tool->ftrace && s->tool->ftrace->close)
		s->tool->ftrace->close(s);
	stream_free(r->stream);
	free(r);
	s->source_state = NULL;
}

const struct source source_replay = {
	.name = "replay",
	.ends_without_root = true,
	.open = source_open,
	.start = source_start,
	.poll = source_poll,
	.collect = source_collect,
	.close = source_close,
};
