// SPDX-License-Identifier: GPL-2.0-or-later
#include "record.h"

#include "base/clock.h"
#include "base/log.h"
#include "dat/columns.h"
#include "dat/meta.h"
#include "session/about.h"
#include "session/tool.h"
#include "sink.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define FLUSH_NS 1000000000ULL	/* a killed ktally loses the last second at most */
#define CLOCK_NS 60000000000ULL /* the wall clock may be set while it runs */

struct recorded {
	struct sink *sink;
	struct pages *pages;
	struct columns columns;
	struct event meta;
	uint64_t last_ns; /* of the record before: pages do not go back */
	uint64_t flushed_ns, clock_ns;
	bool began; /* a row has been recorded */
	bool failed, cut;
};

static struct recorded *state_of(const struct session *s)
{
	return s->recorder_state;
}

/* One message, and no more rows: what follows a hole would be misread. */
static void check(struct session *s, int err)
{
	struct recorded *r = state_of(s);

	if (!err || r->failed)
		return;
	r->failed = s->unrecorded = s->stop = true;
	if (err != -EPIPE) /* who read the stream has seen enough */
		fail(err, "cannot record into %s: %s", s->set->record, strerror(-err));
}

static int add_meta(void *session, const char *text, size_t n)
{
	struct recorded *r = state_of(session);

	return meta_add(r->pages, r->last_ns, text, n);
}

static void add_record(struct session *s, uint64_t time_ns)
{
	struct recorded *r = state_of(s);

	r->last_ns = time_ns;
	check(s, pages_add(r->pages, time_ns, r->columns.record.data, r->columns.record.used));
}

static void on_event(struct session *s, const void *row)
{
	struct recorded *r = state_of(s);
	uint64_t time_ns;

	if (!r->began)
		check(s, about_say(add_meta, s, "start=%" PRIu64, s->last_tick_ns)); /* what times are relative to */
	r->began = true;
	if (r->failed)
		return;
	memcpy(&time_ns, row, sizeof(time_ns));
	r->cut |= !columns_record(&r->columns, row, 0);
	add_record(s, time_ns);
}

static void add_rows(struct session *s, const struct interval *iv)
{
	struct recorded *r = state_of(s);
	const void **rows = tally_sorted(iv->rows, s->schema->compare);

	for (size_t i = 0; rows && i < tally_count(iv->rows) && !r->failed; i++) {
		r->cut |= !columns_record(&r->columns, rows[i], i);
		add_record(s, iv->end_ns);
	}
	free(rows);
}

static void on_interval(struct session *s, const struct interval *iv)
{
	struct recorded *r = state_of(s);

	if (r->failed)
		return;
	if (s->view != VIEW_EVENTS)
		add_rows(s, iv);
	r->last_ns = iv->end_ns;
	check(s, about_say(add_meta, s, "interval=%" PRIu64 " %" PRIu64 " %d", iv->end_ns, iv->elapsed_ns, iv->cut_short));
}

static void on_flush(struct session *s)
{
	struct recorded *r = state_of(s);
	uint64_t now = clock_ns();

	if (r->failed || now - r->flushed_ns < FLUSH_NS)
		return;
	r->flushed_ns = now;
	if (!s->dat && now - r->clock_ns >= CLOCK_NS) {
		r->clock_ns = r->last_ns = now;
		check(s, about_clock(add_meta, s));
	}
	check(s, pages_flush(r->pages, sink_is_stream(r->sink)));
}

static const struct recorder recorder = {.event = on_event, .interval = on_interval, .flush = on_flush};

/* ---- beginning and end ---- */

/* Of a replay: when the recording was begun */
static uint64_t began_ns(const struct session *s)
{
	const char *clock = dat_meta(s->dat, "clock"), *start = dat_meta(s->dat, "start");

	return start ? strtoull(start, NULL, 10) : clock ? strtoull(clock, NULL, 10) : 0;
}

static int say_start(struct session *s)
{
	uint64_t now = s->dat ? began_ns(s) : clock_ns();

	return now ? about_say(add_meta, s, "start=%" PRIu64, now) : 0;
}

static int describe(struct session *s)
{
	struct recorded *r = state_of(s);
	const struct render_options *o = &s->render;
	int err = about_run(s, add_meta, s);

	if (!err)
		err = about_say(add_meta, s, "view=%d", (int)s->view);
	if (!err)
		err = about_say(add_meta, s, "noun=%s", session_unit(s));
	if (!err)
		err = about_say(add_meta, s, "render=%d %d %d %" PRIu64, (int)o->scale, o->statistics, o->no_heading, o->top);
	if (!err && o->top_of)
		err = about_say(add_meta, s, "top_of=%s", o->top_of);
	if (!err)
		err = columns_describe(&r->columns, add_meta, s);
	if (!err)
		err = say_start(s);
	return err ? err : pages_flush(r->pages, sink_is_stream(r->sink));
}

static int open_all(struct session *s)
{
	struct recorded *r = state_of(s);
	int err = columns_choose(&r->columns, s->schema, s->tool->name);

	if (err)
		return err;
	meta_event(&r->meta, META_ID);
	r->clock_ns = clock_ns();
	r->last_ns = s->dat ? began_ns(s) : r->clock_ns;
	r->sink = sink_new(s->set->record, &r->meta, &r->columns.event, &err);
	if (!r->sink)
		return err;
	r->pages = pages_new(PAGES_SIZE, sink_page, r->sink);
	return r->pages ? describe(s) : -ENOMEM;
}

static void free_all(struct session *s)
{
	struct recorded *r = state_of(s);

	pages_free(r->pages);
	sink_free(r->sink);
	free(r);
	s->recorder = NULL;
	s->recorder_state = NULL;
}

int rows_record(struct session *s)
{
	int err;

	s->recorder_state = calloc(1, sizeof(struct recorded));
	if (!s->recorder_state)
		return cannot(s, -ENOMEM, "out of memory");
	s->recorder = &recorder;
	err = open_all(s);
	if (!err)
		return 0;
	free_all(s);
	return cannot(s, err, "cannot record into %s: %s", s->set->record, strerror(-err));
}

static int say_end(struct session *s)
{
	const struct lost *l = &s->lost;
	int err = s->dat ? 0 : about_clock(add_meta, s);

	if (!err)
		err = about_say(add_meta, s, "lost=%" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64,
						l->ring, l->map_full, l->missed, l->unmatched, l->in_flight, l->oldest_ns);
	if (!err && l->untold)
		err = about_say(add_meta, s, "untold=%s", l->untold);
	return err ? err : about_say(add_meta, s, "ended=%" PRIu64, session_counted(s));
}

void rows_record_end(struct session *s)
{
	struct recorded *r = state_of(s);

	if (!r)
		return;
	if (!r->failed)
		check(s, say_end(s));
	if (!r->failed)
		check(s, pages_flush(r->pages, true));
	if (r->cut)
		warn("a text was too long for the recording, and is cut there");
	free_all(s);
}
