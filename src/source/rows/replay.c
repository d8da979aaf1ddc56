// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Rows in the order in which they were printed, and ends of intervals. A report is made at the end of an interval that
 * was recorded, so with the intervals of the run it is the same report; with longer ones it adds them up.
 */
#include "replay.h"

#include "base/clock.h"
#include "base/escape.h"
#include "base/log.h"
#include "base/units.h"
#include "dat/columns.h"
#include "dat/meta.h"
#include "session/options.h"
#include "session/tool.h"
#include "wanted.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RUN_NS 100000000ULL /* after this the session must look at its timers and signals */
#define FORMAT_MAX (1 << 20)
#define MARK_MAX 512

struct replay_rows {
	struct columns_reader *columns;
	struct event_reader *meta;
	const void *text; /* of the meta event */
	struct cursor *cursor;
	size_t page_size;
	uint64_t bad; /* pages that could not be read */
	struct lost lost;
	char untold[MARK_MAX];
	bool began;	 /* the lines before the first row have been read */
	bool ended;	 /* it says so */
	bool remade; /* the tool takes its rows as they were */
	uint64_t bad_rows;
	bool pending;		/* an interval has ended, and is not reported yet */
	uint64_t intervals; /* since the last report */
};

static struct replay_rows rows;

bool rows_recorded(const struct session *s)
{
	return columns_in(s->dat);
}

/* ---- what is asked ---- */

struct typed {
	const struct session *s;
	const struct opt_given *next;
	int arguments;
	bool differs;
};

static bool same(const char *recorded, const char *given)
{
	char text[1000];

	escape_text(text, sizeof(text), given, strlen(given));
	return !strcmp(recorded, text);
}

static int on_typed(void *arg, const char *key, const char *value)
{
	struct typed *t = arg;

	if (!strcmp(key, "option")) {
		size_t n = strcspn(value, "=");
		const struct opt_given *g = t->next;

		if (!g || strlen(g->name) != n || strncmp(g->name, value, n) ||
			!same(value[n] ? value + n + 1 : "", g->value ? g->value : ""))
			t->differs = true;
		t->next = g ? g->next : NULL;
	}
	if (!strcmp(key, "argument"))
		t->differs |= t->s->argc && (t->arguments >= t->s->argc || !same(value, t->s->argv[t->arguments++]));
	return 0;
}

/* The rows are what the tool's own options made of them: none of these, or the same again. */
static int check_typed(const struct session *s)
{
	struct typed t = {.s = s, .next = options_given()};

	if (!t.next && !s->argc)
		return 0;
	dat_each_meta(s->dat, on_typed, &t);
	if (!t.differs && !t.next && (t.arguments == s->argc || !s->argc))
		return 0;
	return fail(-EINVAL,
				"%s has rows as they were printed: %s's own options and arguments cannot change them; leave them out, "
				"or give those of "
				"the recording (ktally report --list %s)",
				dat_name(s->dat), s->tool->name, dat_name(s->dat));
}

static bool fits_view(enum view view, const struct schema *schema)
{
	if (view == VIEW_EVENTS || !schema->key_size)
		return view == VIEW_EVENTS && !schema->key_size;
	return view == VIEW_TABLE || (view == VIEW_HIST && schema_has_hist(schema)) ||
		   (view == VIEW_STACKS && schema_stack(schema));
}

/* A recording may say anything. */
static bool is_noun(const char *text)
{
	size_t n = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ/- ");

	return n && n < 32 && !text[n];
}

static int read_view(struct session *s)
{
	const char *view = dat_meta(s->dat, "view"), *render = dat_meta(s->dat, "render");
	int scale = 0, statistics = 0, no_heading = 0;

	s->render.top_of = dat_meta(s->dat, "top_of");
	s->unit = dat_meta(s->dat, "noun");
	if (s->unit && !is_noun(s->unit))
		s->unit = NULL;

	s->view = view ? (enum view)(*view - '0') : VIEW_EVENTS;
	if (!fits_view(s->view, s->schema))
		return fail(-EINVAL, "%s is damaged: its rows do not fit their view", dat_name(s->dat));
	if (render && sscanf(render, "%1d %1d %1d %" SCNu64, &scale, &statistics, &no_heading, &s->render.top) == 4) {
		s->render.scale = scale <= SCALE_MS ? (enum hist_scale)scale : SCALE_AUTO;
		s->render.statistics = statistics;
		s->render.no_heading = no_heading;
	}
	if (s->set->heatmap && s->view != VIEW_HIST)
		return fail(-EINVAL, "--heatmap: %s has no histograms", dat_name(s->dat));
	return 0;
}

/* Without an interval on the command line it is that of the recording. */
static void read_interval(const struct session *s)
{
	const char *recorded = dat_meta(s->dat, "interval_ns");

	if (recorded && settings.interval_ns == s->tool->interval_ns)
		settings.interval_ns = strtoull(recorded, NULL, 10);
}

/* Rows as they were go through the tool, whose options apply. Those of totals do not. */
static int prepare_rows(struct session *s)
{
	rows.remade = s->tool->replay && columns_have_row(rows.columns);
	if (rows.remade)
		return s->tool->prepare(s);
	if (check_typed(s))
		return -EINVAL;
	s->schema = columns_schema(rows.columns);
	read_interval(s);
	return read_view(s);
}

int rows_prepare(struct session *s)
{
	const char *tool = dat_meta(s->dat, "tool"), *backend = dat_meta(s->dat, "backend");

	if (tool && strcmp(tool, s->tool->name))
		return fail(-EINVAL, "%s has rows of %s: ktally %s --replay %s", dat_name(s->dat), tool, tool,
					dat_name(s->dat));
	rows.columns = columns_open(s->dat, &s->why);
	if (!rows.columns)
		return fail(-EINVAL, "%s", s->why.text);
	s->on_bpf = backend && !strcmp(backend, "bpf");
	return prepare_rows(s) ? -EINVAL : wanted_prepare(s, columns_schema(rows.columns));
}

/* ---- reading ---- */

static int source_open(struct session *s)
{
	size_t size;
	char *format = dat_text(s->dat, META_NAME "/format", FORMAT_MAX, &size);

	rows.meta = format ? event_reader_new(format, size) : NULL;
	free(format);
	rows.page_size = dat_page_size(s->dat);
	if (!rows.meta || !rows.page_size || !dat_ncpus(s->dat))
		return cannot(s, -EINVAL, "%s is damaged", dat_name(s->dat));
	rows.text = event_reader_field(rows.meta, "text");
	rows.cursor = cursor_new(rows.page_size);
	units_replay_clock(dat_meta(s->dat, "clock"));
	return rows.cursor ? 0 : cannot(s, -ENOMEM, "out of memory");
}

static int source_start(struct session *s)
{
	s->attach = "replay";
	s->busy = true; /* all data is there already */
	return 0;
}

/* An interval that has ended is reported when it is known that something follows: the last one is the run's end. */
static void report(struct session *s)
{
	uint64_t every = s->set->interval_ns;

	if (!rows.pending || !every || s->view == VIEW_EVENTS)
		return;
	rows.pending = false;
	if (s->replay_ns - s->last_tick_ns < every - every / 10)
		return;
	columns_ranked(rows.intervals <= 1);
	session_tick(s, s->replay_ns);
	rows.intervals = 0;
}

static void on_interval(struct session *s, const char *text)
{
	uint64_t end_ns, elapsed_ns;
	int cut = 0;

	if (sscanf(text, "interval=%" SCNu64 " %" SCNu64 " %1d", &end_ns, &elapsed_ns, &cut) != 3)
		return;
	report(s);
	if (!rows.intervals++)
		s->last_tick_ns = end_ns - elapsed_ns;
	columns_ranked(rows.intervals <= 1);
	s->replay_ns = end_ns;
	s->cut_short = cut;
	rows.pending = true;
}

static void on_mark(struct session *s, const char *text, size_t n)
{
	char line[MARK_MAX];
	struct lost *l = &rows.lost;

	snprintf(line, sizeof(line), "%.*s", (int)(n < sizeof(line) ? n : sizeof(line) - 1), text);
	if (!strncmp(line, "start=", 6))
		s->last_tick_ns = s->replay_ns = strtoull(line + 6, NULL, 10);
	else if (!strncmp(line, "interval=", 9))
		on_interval(s, line);
	else if (!strncmp(line, "lost=", 5))
		sscanf(line, "lost=%" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64, &l->ring,
			   &l->map_full, &l->missed, &l->unmatched, &l->in_flight, &l->oldest_ns);
	else if (!strncmp(line, "untold=", 7))
		snprintf(rows.untold, sizeof(rows.untold), "%s", line + 7);
	else if (!strncmp(line, "ended=", 6))
		rows.ended = true;
}

static void remake(struct session *s)
{
	size_t n;
	const void *bytes = columns_raw(rows.columns, &n);

	rows.bad_rows += s->tool->replay->row(s, bytes, n, rows.columns) != 0;
}

static void on_row(struct session *s, const void *record, size_t size, uint64_t time_ns)
{
	const void *row = columns_row(rows.columns, record, size);

	report(s);
	if (!wanted(s, row))
		return;
	if (time_ns > s->replay_ns && (rows.remade || s->view == VIEW_EVENTS))
		s->replay_ns = time_ns;
	if (rows.remade) {
		remake(s);
		return;
	}
	if (s->view != VIEW_EVENTS) {
		s->lost.map_full += columns_total(rows.columns, s->totals, row) != 0;
		return;
	}
	session_event(s, row);
}

static void read_page(struct session *s)
{
	const void *record;
	uint64_t time_ns;
	size_t size, n;

	rows.bad += !cursor_begin(rows.cursor);
	while (!s->stop && (record = cursor_next(rows.cursor, &size, &time_ns))) {
		int id = event_id(record, size);
		const char *text = id == event_reader_id(rows.meta) ? event_text(rows.text, record, size, &n) : NULL;

		if (text)
			on_mark(s, text, n);
		else if (id == columns_id(rows.columns))
			on_row(s, record, size, time_ns);
	}
}

static int source_poll(struct session *s)
{
	uint64_t until = clock_ns() + RUN_NS;

	while (!s->stop && clock_ns() < until) {
		ssize_t n = dat_read(s->dat, dat_ncpus(s->dat) - 1, cursor_page(rows.cursor), rows.page_size);

		if (n < 0)
			return fail((int)n, "%s: %s", dat_name(s->dat), strerror((int)-n));
		if ((size_t)n < rows.page_size) {
			s->stop = true;
			return 0;
		}
		read_page(s);
	}
	return 0;
}

static int source_collect(struct session *s)
{
	rows.lost.map_full += s->lost.map_full;
	s->lost = rows.lost;
	s->lost.untold = *rows.untold ? rows.untold : NULL;
	if (!rows.ended)
		s->lost.untold = "the recording was not ended";
	if (s->ending && rows.bad)
		warn("%" PRIu64 " pages of the recording are damaged", rows.bad);
	if (s->ending && rows.bad_rows)
		warn("%" PRIu64 " rows of the recording are damaged", rows.bad_rows);
	if (s->ending && rows.remade && s->tool->replay->end)
		s->tool->replay->end(s);
	return 0;
}

static void source_close(struct session *s)
{
	(void)s;
	cursor_free(rows.cursor);
	event_reader_free(rows.meta);
	rows.cursor = NULL;
	rows.meta = NULL;
}

const struct source source_rows = {
	.name = "replay",
	.ends_without_root = true,
	.open = source_open,
	.start = source_start,
	.poll = source_poll,
	.collect = source_collect,
	.close = source_close,
};
