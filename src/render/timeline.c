// SPDX-License-Identifier: GPL-2.0-or-later
#include "timeline.h"

#include "base/clock.h"
#include "base/log.h"
#include "base/units.h"
#include "session/tool.h"
#include "json_text.h"
#include "picture_file.h"
#include "timeline_rows.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MUCH (256 << 10)	  /* rows wait until there is so much to write, */
#define WAIT_NS 1000000000ULL /* or for so long: a killed ktally loses that at most */

struct text {
	char *at;
	size_t n, room;
};

struct timeline {
	int fd;
	struct timeline_rows *rows;
	struct text text;  /* rows that are not written yet */
	struct text tail;  /* the end that the file has, */
	uint64_t at, size; /* where it begins, and where it ends: at the file's end */
	uint64_t events, left_out;
	uint64_t first_ns, written_ns;
	int err; /* no more rows */
};

/* ---- what is to be written ---- */

static int add(void *to, const char *text, size_t n)
{
	struct text *t = to;

	if (n > t->room - t->n) {
		size_t room = 2 * (t->room + n);
		char *more = realloc(t->at, room);

		if (!more)
			return -ENOMEM;
		t->at = more;
		t->room = room;
	}
	memcpy(t->at + t->n, text, n);
	t->n += n;
	return 0;
}

static int add_row(void *timeline, const char *text, size_t n)
{
	struct timeline *t = timeline;
	int err = add(&t->text, text, n);

	t->err = t->err ? t->err : err;
	return err;
}

static void add_losses(const struct lost *l)
{
	json_object("lost");
	json_unsigned("ring", l->ring);
	json_unsigned("map_full", l->map_full);
	json_unsigned("missed", l->missed);
	json_unsigned("unmatched", l->unmatched);
	json_unsigned("in_flight", l->in_flight);
	json_close();
	if (l->untold)
		json_string("untold", l->untold, strlen(l->untold));
	else
		json_null("untold");
}

/* Where a time of the file is on the wall's clock: that of its first event */
static void add_clock(const struct timeline *t)
{
	json_word("clock", "CLOCK_MONOTONIC");
	json_object("begin");
	json_micros("ts", t->first_ns);
	json_seconds("time", units_wall(t->first_ns));
	json_close();
}

static void add_tail(struct session *s, struct timeline *t)
{
	static const char begin[] = "],\"otherData\":";

	add_row(t, begin, strlen(begin));
	json_to(add_row, t);
	json_begin();
	json_word("tool", s->tool->name);
	json_word("version", KTALLY_VERSION);
	json_string("backend", s->backend_name, strlen(s->backend_name));
	if (t->events)
		add_clock(t);
	json_unsigned("events", t->events);
	json_unsigned("left_out", t->left_out);
	add_losses(&s->lost);
	json_boolean("ended", s->ending);
	json_end();
	json_to(NULL, NULL);
	add_row(t, "}\n", 2);
}

/* ---- writing ---- */

static int write_at(const struct timeline *t, uint64_t at, const char *text, size_t n)
{
	while (n) {
		ssize_t done = pwrite(t->fd, text, n, (off_t)at);

		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0)
			return done ? -errno : -ENOSPC;
		text += done;
		at += (uint64_t)done;
		n -= (size_t)done;
	}
	return 0;
}

/* The file never becomes shorter: what it has beyond this becomes spaces. */
static int pad(struct text *text, uint64_t at, uint64_t size)
{
	int err = 0;

	while (at + text->n < size && !err)
		err = add(text, " ", 1);
	return err;
}

/* What could not be written is not there: the file ends as it did before. There is room for that. */
static void restore(struct timeline *t)
{
	off_t size = lseek(t->fd, 0, SEEK_END);

	if (!pad(&t->tail, t->at, size > 0 ? (uint64_t)size : 0))
		write_at(t, t->at, t->tail.at, t->tail.n);
}

static int keep_tail(struct timeline *t, size_t rows)
{
	t->tail.n = 0;
	t->at += rows;
	t->size = t->at + t->text.n - rows;
	return add(&t->tail, t->text.at + rows, t->text.n - rows);
}

/* Writes rows, and the end behind them. */
static int write_rows(struct session *s, struct timeline *t)
{
	size_t rows = t->text.n;
	int err;

	add_tail(s, t);
	err = t->err ? t->err : pad(&t->text, t->at, t->size);
	if (!err)
		err = write_at(t, t->at, t->text.at, t->text.n);
	if (!err)
		err = keep_tail(t, rows);
	else
		restore(t);
	t->text.n = 0;
	t->written_ns = clock_ns();
	return err;
}

/* One message. What could not be kept is missing from here on. */
static void check(struct session *s, int err)
{
	struct timeline *t = s->picture_state;

	if (!err || s->undrawn)
		return;
	t->err = err;
	s->undrawn = s->stop = true;
	fail(err, "cannot write --timeline %s: %s", s->set->timeline, strerror(-err));
}

/* ---- the run ---- */

static void event(struct session *s, const void *row)
{
	struct timeline *t = s->picture_state;
	size_t before = t->text.n;
	int err;

	if (t->err)
		return;
	if (t->events == s->set->limit) {
		t->left_out++;
		return;
	}
	json_to(add_row, t);
	err = timeline_row(t->rows, row);
	json_to(NULL, NULL);
	if (err || t->err) {
		t->text.n = before;
		check(s, err ? err : t->err);
		return;
	}
	if (!t->events++)
		memcpy(&t->first_ns, row, sizeof(t->first_ns));
	if (t->text.n >= MUCH)
		check(s, write_rows(s, t));
}

static void flush(struct session *s)
{
	struct timeline *t = s->picture_state;

	if (t->text.n && !t->err && clock_ns() - t->written_ns >= WAIT_NS)
		check(s, write_rows(s, t));
}

static void tell_left_out(const struct session *s, const struct timeline *t)
{
	char n[32];

	units_grouped(n, sizeof(n), t->left_out);
	if (t->left_out)
		warn("--timeline %s has the first %" PRIu64 " events, and not the other %s; see --limit", s->set->timeline,
			 t->events, n);
}

/* Sets s->undrawn, after a message, if writing the rest fails. */
static void end(struct session *s)
{
	struct timeline *t = s->picture_state;

	if (t->fd >= 0 && !s->undrawn && s->ending)
		check(s, write_rows(s, t));
	if (t->fd >= 0 && close(t->fd))
		check(s, -errno);
	tell_left_out(s, t);
	timeline_rows_free(t->rows);
	free(t->text.at);
	free(t->tail.at);
	free(t);
	s->picture_state = NULL;
}

static const struct renderer timeline = {.name = "timeline", .event = event, .flush = flush, .end = end};

int timeline_check(const struct session *s)
{
	if (!s->set->timeline || s->view == VIEW_EVENTS || (s->tool->timeline && !s->set->replay))
		return 0;
	return fail(-EINVAL, "--timeline is of single events, which this run only counts");
}

static int begin(struct session *s, struct timeline *t)
{
	static const char head[] = "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n";

	t->rows = timeline_rows_new(s->view == VIEW_EVENTS ? s->schema : s->tool->timeline, s->tool->name, s->on_bpf);
	if (!t->rows || add(&t->text, head, strlen(head)))
		return fail(-ENOMEM, "out of memory");
	t->fd = picture_file_open("timeline", s->set->timeline);
	if (t->fd < 0)
		return t->fd;
	check(s, write_rows(s, t));
	return t->err;
}

int timeline_open(struct session *s)
{
	struct timeline *t;

	if (!s->set->timeline)
		return 0;
	s->picture_state = t = calloc(1, sizeof(*t));
	if (!t)
		return fail(-ENOMEM, "out of memory");
	t->fd = -1;
	s->picture = &timeline;
	return begin(s, t);
}
