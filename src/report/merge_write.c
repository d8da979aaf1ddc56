// SPDX-License-Identifier: GPL-2.0-or-later
/* Writes the rows of all inputs in the order of their times. */
#include "base/log.h"
#include "base/output.h"
#include "dat/columns.h"
#include "dat/meta.h"
#include "dat/pages.h"
#include "session/ending_signals.h"
#include "source/rows/sink.h"
#include "merge.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct writer {
	struct merge *m;
	struct columns columns;
	struct event meta;
	struct sink *sink;
	struct pages *pages;
	uint64_t time_ns; /* of the record before */
	uint64_t rank;	  /* of the next total in its interval */
	bool cut;
};

/* ---- what it says of itself ---- */

static int add_text(void *writer, const char *text, size_t n)
{
	struct writer *w = writer;

	return meta_add(w->pages, w->time_ns, text, n);
}

static int __attribute__((format(printf, 2, 3))) say(struct writer *w, const char *format, ...)
{
	char text[1024];
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	return add_text(w, text, (size_t)n < sizeof(text) ? (size_t)n : sizeof(text) - 1);
}

/* A value that all inputs have; NULL: they differ */
static const char *common(const struct merge *m, const char *key)
{
	const char *value = dat_meta(m->inputs[0].l.dat, key);

	for (size_t i = 1; i < m->n && value; i++) {
		const char *other = dat_meta(m->inputs[i].l.dat, key);

		if (!other || strcmp(value, other))
			return NULL;
	}
	return value;
}

static int say_common(struct writer *w)
{
	static const char *const keys[] = {"tool",	 "version", "machine", "uname",	 "boot",	   "backend",
									   "attach", "view",	"noun",	   "render", "interval_ns"};
	int err = 0;

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]) && !err; i++)
		if (common(w->m, keys[i]))
			err = say(w, "%s=%s", keys[i], common(w->m, keys[i]));
	return err;
}

struct typed {
	struct writer *w;
	const struct dat *other;
	char words[2][4096]; /* all options and arguments */
	size_t which;
};

static int add_word(void *typed, const char *key, const char *value)
{
	struct typed *t = typed;
	char *to = t->words[t->which];
	size_t n = strlen(to);

	if (!strcmp(key, "option") || !strcmp(key, "argument"))
		snprintf(to + n, sizeof(t->words[0]) - n, "%s=%s\n", key, value);
	return 0;
}

static int say_word(void *typed, const char *key, const char *value)
{
	struct typed *t = typed;

	return strcmp(key, "option") && strcmp(key, "argument") ? 0 : say(t->w, "%s=%s", key, value);
}

/* What was typed, if it was the same everywhere: a replay may ask for it again. */
static int say_typed(struct writer *w)
{
	struct typed t = {.w = w};

	dat_each_meta(w->m->inputs[0].l.dat, add_word, &t);
	t.which = 1;
	for (size_t i = 1; i < w->m->n; i++) {
		*t.words[1] = '\0';
		dat_each_meta(w->m->inputs[i].l.dat, add_word, &t);
		if (strcmp(t.words[0], t.words[1]))
			return 0;
	}
	return dat_each_meta(w->m->inputs[0].l.dat, say_word, &t);
}

/* Names of hosts; of many the first ones */
static int say_hosts(struct writer *w)
{
	char names[512] = "";

	for (size_t i = 0; i < w->m->n; i++) {
		size_t n = strlen(names);

		if (i && !strcmp(w->m->inputs[i].host, w->m->inputs[i - 1].host))
			continue;
		snprintf(names + n, sizeof(names) - n, "%s%s", n ? "," : "", w->m->inputs[i].host);
	}
	return say(w, "host=%s", names);
}

/* When the first of them began */
static uint64_t first_time(const struct merge *m)
{
	uint64_t first = UINT64_MAX;

	for (size_t i = 0; i < m->n; i++) {
		uint64_t at = merge_time(m, &m->inputs[i], m->inputs[i].began_ns);

		first = at < first ? at : first;
	}
	return first;
}

static int describe(struct writer *w)
{
	const struct load_clock *clock = &w->m->inputs[0].first;
	int err = say_common(w);

	if (!err)
		err = say_hosts(w);
	if (!err)
		err = say(w, "clock=%" PRIu64 " %" PRIu64, clock->at_ns, clock->at_ns + clock->offset);
	if (!err)
		err = say_typed(w);
	if (!err)
		err = columns_describe(&w->columns, add_text, w);
	return err ? err : say(w, "start=%" PRIu64, w->time_ns);
}

/* ---- rows ---- */

static int next(struct merge *m, struct merge_input *in)
{
	int got = load_next(&in->l, &in->row, &in->time_ns);

	in->time_ns = merge_time(m, in, in->time_ns);
	in->more = got > 0;
	return got < 0 ? got : 0;
}

static struct merge_input *earliest(const struct merge *m)
{
	struct merge_input *best = NULL;

	for (size_t i = 0; i < m->n; i++)
		if (m->inputs[i].more && (!best || m->inputs[i].time_ns < best->time_ns))
			best = &m->inputs[i];
	return best;
}

static int write_row(struct writer *w, const struct merge_input *in)
{
	const void *row = merge_row(w->m, in);

	if (!row)
		return -ENOMEM;
	w->cut |= !columns_record(&w->columns, row, w->rank++);
	return pages_add(w->pages, w->time_ns, w->columns.record.data, w->columns.record.used);
}

/* The rows of an interval stand before its end, together. */
static int write_one(struct writer *w, struct merge_input *in)
{
	int err = 0;

	w->time_ns = in->time_ns > w->time_ns ? in->time_ns : w->time_ns;
	while (!err && in->more && in->row && w->columns.schema->key_size) {
		err = write_row(w, in);
		if (!err)
			err = next(w->m, in);
	}
	if (err || !in->more)
		return err;
	if (in->row)
		err = write_row(w, in);
	else
		err = say(w, "interval=%" PRIu64 " %" PRIu64 " %d", w->time_ns, in->l.elapsed_ns, in->l.cut);
	if (!in->row)
		w->rank = 0;
	return err ? err : next(w->m, in);
}

static int write_rows(struct writer *w)
{
	struct merge_input *in;
	int err = 0;

	for (size_t i = 0; i < w->m->n && !err; i++)
		err = next(w->m, &w->m->inputs[i]);
	while (!err && (in = earliest(w->m)))
		err = ending_signals_pending() ? -EINTR : write_one(w, in);
	return err;
}

/* ---- the end ---- */

static void add_losses(struct load_losses *to, const struct load_losses *from)
{
	to->ring += from->ring;
	to->map_full += from->map_full;
	to->missed += from->missed;
	to->unmatched += from->unmatched;
	to->in_flight += from->in_flight;
	if (from->oldest_ns > to->oldest_ns)
		to->oldest_ns = from->oldest_ns;
}

static int say_end(struct writer *w)
{
	struct load_losses n = {0};
	const char *untold = NULL;
	uint64_t rows = 0;
	bool ended = true;
	int err;

	for (size_t i = 0; i < w->m->n; i++) {
		const struct loaded *l = &w->m->inputs[i].l;

		add_losses(&n, &l->losses);
		untold = *l->untold ? l->untold : untold;
		ended &= l->ended;
		rows += l->rows;
	}
	err = say(w, "lost=%" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64, n.ring, n.map_full,
			  n.missed, n.unmatched, n.in_flight, n.oldest_ns);
	if (!err && (untold || !ended))
		err = say(w, "untold=%s", untold ? untold : "one of the recordings was not ended");
	if (!err)
		err = say(w, "ended=%" PRIu64, rows);
	return err ? err : pages_flush(w->pages, true);
}

static int write_all(struct writer *w)
{
	int err = describe(w);

	if (!err)
		err = write_rows(w);
	return err ? err : say_end(w);
}

static int open_writer(struct writer *w, const char *path)
{
	int err = columns_choose(&w->columns, &w->m->schema, w->m->inputs[0].l.tool);

	if (err)
		return err;
	meta_event(&w->meta, META_ID);
	w->time_ns = first_time(w->m);
	w->sink = sink_new(path, &w->meta, &w->columns.event, &err);
	if (!w->sink)
		return err;
	w->pages = pages_new(PAGES_SIZE, sink_page, w->sink);
	return w->pages ? 0 : -ENOMEM;
}

/* A part of the rows is none of the whole: what could not be written to its end is removed. */
int merge_write(struct merge *m, const char *path)
{
	static struct writer w;
	int err;

	w = (struct writer){.m = m};
	if (ending_signals_block())
		return EXIT_FAILED;
	err = open_writer(&w, path);
	if (!err)
		err = write_all(&w);
	if (err && w.sink && !sink_is_stream(w.sink))
		unlink(path);
	pages_free(w.pages);
	sink_free(w.sink);
	if (w.cut)
		warn("a text was too long for the recording, and is cut there");
	if (err)
		fail(err, "cannot write %s: %s", path, strerror(-err));
	ending_signals_unblock();
	return err ? EXIT_FAILED : EXIT_DONE;
}
