// SPDX-License-Identifier: GPL-2.0-or-later
/* The replay source reads what --record kept. It uses the same stream and record functions as the live source, and
 * needs no privilege and no kernel support. Intervals follow the times in the recording. */
#include "replay.h"

#include "base/log.h"
#include "stream.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define CPUS_MAX 4096
#define TEXT_MAX (1 << 20)
#define TASKS_MAX (256 << 20) /* a line each: there can be 4 million */
/* Silence of at most so many intervals is reported interval by interval, a longer one with a single report: a
 * damaged time may jump by years. */
#define SILENCE_MAX 1000

struct replay_state {
	struct stream *stream;
	int folder, ncpus, *pages;
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
	return !faccessat(state_of(s)->folder, path, R_OK, 0);
}

/* Reads a text file of less than `most` bytes. The caller frees the text. NULL with errno set */
static char *read_text(int folder, const char *name, off_t most, size_t *size)
{
	int fd = openat(folder, name, O_RDONLY | O_NONBLOCK | O_CLOEXEC); /* a FIFO would wait for a writer */
	struct stat st;
	char *text = NULL;
	ssize_t n = -1;

	if (fd < 0)
		return NULL;
	if (!fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_size < most)
		text = malloc((size_t)st.st_size + 1);
	else
		errno = EINVAL;
	if (text)
		n = read(fd, text, (size_t)st.st_size);
	close(fd);
	if (n < 0) {
		free(text);
		return NULL;
	}
	text[n] = '\0';
	*size = (size_t)n;
	return text;
}

char *replay_text(const char *path)
{
	size_t size;

	return read_text(AT_FDCWD, path, TEXT_MAX, &size);
}

/* One more than the highest N of the files cpuN.pages */
static int count_cpus(int folder)
{
	DIR *dir = fdopendir(dup(folder));
	struct dirent *entry;
	int n = 0, cpu, end;

	while (dir && (entry = readdir(dir))) {
		end = 0;
		if (sscanf(entry->d_name, "cpu%4d.pages%n", &cpu, &end) == 1 && end && !entry->d_name[end] && cpu >= n &&
			cpu < CPUS_MAX)
			n = cpu + 1;
	}
	if (dir)
		closedir(dir);
	return n;
}

/* A descriptor, or -errno; -ENOENT: that CPU had no events. Refuses a device, which would never end. */
static int open_file(int folder, const char *name)
{
	int fd = openat(folder, name, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	struct stat st;

	if (fd < 0)
		return -errno;
	if (!fstat(fd, &st) && S_ISREG(st.st_mode))
		return fd;
	close(fd);
	return -EINVAL;
}

static int open_pages(struct session *s)
{
	struct replay_state *r = state_of(s);
	char name[32];
	int err = 0;

	r->ncpus = count_cpus(r->folder);
	if (!r->ncpus)
		return cannot(s, -ENOENT, "%s holds no recording: no cpuN.pages", s->set->replay);
	r->pages = malloc((size_t)r->ncpus * sizeof(int));
	if (!r->pages)
		return cannot(s, -ENOMEM, "out of memory");
	for (int i = 0; i < r->ncpus; i++) {
		snprintf(name, sizeof(name), "cpu%d.pages", i);
		r->pages[i] = open_file(r->folder, name);
		if (r->pages[i] < 0 && r->pages[i] != -ENOENT)
			err = cannot(s, r->pages[i], "%s/%s: %s", s->set->replay, name, strerror(-r->pages[i]));
	}
	return err;
}

/* 1: added; 0: damaged, or optional and not in the recording; or -errno with s->why set */
static int add_event(struct session *s, const struct ftrace_event *e)
{
	struct replay_state *r = state_of(s);
	char path[256], *format;
	size_t size;
	int added;

	snprintf(path, sizeof(path), "%s/format", e->name);
	format = read_text(r->folder, path, TEXT_MAX, &size);
	if (!format)
		return e->optional ? 0 : cannot(s, -errno, "%s/%s: %s", s->set->replay, path, strerror(errno));
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
	char *text = read_text(r->folder, "tasks", TASKS_MAX, &size);

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

static void read_losses(struct replay_state *r)
{
	size_t size;
	char *text = read_text(r->folder, "lost", TEXT_MAX, &size);

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
	int err;

	if (!r)
		return cannot(s, -ENOMEM, "out of memory");
	r->folder = open(s->set->replay, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (r->folder < 0)
		return cannot(s, -errno, "%s: %s", s->set->replay, strerror(errno));
	header = read_text(r->folder, "header_page", TEXT_MAX, &size);
	if (!header)
		return cannot(s, -errno, "%s/header_page: %s", s->set->replay, strerror(errno));
	err = open_pages(s);
	if (!err)
		r->stream = stream_new(s, r->ncpus, header, size, false);
	free(header);
	if (err)
		return err;
	read_losses(r);
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
	struct replay_state *r = state_of(session);
	ssize_t n = r->pages[cpu] < 0 ? 0 : read(r->pages[cpu], page, size);

	if (n < 0)
		return -errno;
	if (n && (size_t)n < size)
		warn("cpu%d.pages ends within a page", cpu);
	return (size_t)n == size ? (int)n : STREAM_END;
}

static int source_poll(struct session *s)
{
	int more = stream_run(state_of(s)->stream, read_page, s, false);

	s->stop |= more <= 0;
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
		s->lost.untold = "the recording was not ended";
	return s->tool->ftrace->collect ? s->tool->ftrace->collect(s) : 0;
}

static void source_close(struct session *s)
{
	struct replay_state *r = state_of(s);

	if (!r)
		return;
	for (int i = 0; r->pages && i < r->ncpus; i++)
		if (r->pages[i] >= 0)
			close(r->pages[i]);
	free(r->pages);
	if (r->folder >= 0)
		close(r->folder);
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
