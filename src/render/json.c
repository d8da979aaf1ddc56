// SPDX-License-Identifier: GPL-2.0-or-later
/* JSON lines, as ktally(8) promises them. Names come from the fields; values are raw. */
#include "base/units.h"
#include "session/tool.h"
#include "json_text.h"
#include "renderers.h"
#include "stack_rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void start(const struct session *s, const char *kind, uint64_t time_ns)
{
	json_begin();
	json_word("tool", s->tool->name);
	json_word("kind", kind);
	json_seconds("time", units_wall(time_ns));
	json_unsigned("time_ns", time_ns);
}

/* Items that the character `end` ends, also the last */
static void items(const char *name, const char *text, size_t n, char end)
{
	json_array(name);
	for (size_t at = 0, length; at < n; at += length + 1) {
		const char *stop = memchr(text + at, end, n - at);

		length = stop ? (size_t)(stop - text) - at : n - at;
		json_item(text + at, length);
	}
	json_array_end();
}

/* Names, each with its value behind it. The names are our own. */
static void pairs(const char *name, const char *text, size_t n)
{
	json_object(name);
	for (size_t at = 0; at < n;) {
		const char *key = text + at, *value = key + strnlen(key, n - at) + 1;
		size_t rest = (size_t)(text + n - value), length;

		if (value >= text + n)
			break;
		length = strnlen(value, rest);
		json_string(key, value, length);
		at = (size_t)(value - text) + length + 1;
	}
	json_close();
}

/* "read (libc.so.6)", "vfs_read" */
static void frame(const char *text, size_t n)
{
	char shown[2 * FRAME_ROOM];
	struct frame f;
	int used;

	frame_read(&f, text, n);
	used = snprintf(shown, sizeof(shown), f.file_n ? "%.*s (%.*s)" : "%.*s",
					(int)(f.function_n < FRAME_ROOM ? f.function_n : FRAME_ROOM), f.function,
					(int)(f.file_n < FRAME_ROOM - 4 ? f.file_n : FRAME_ROOM - 4), f.file);
	json_item(shown, (size_t)used);
}

/* As the stacks of events: functions, the innermost first, without the command, which has a key of its own */
static void stack_member(const struct field *f, const void *row)
{
	size_t n, length;
	const char *folded = stack_rows_text(f, row, &n), *text;
	struct frames frames = frames_of(folded, n, false);

	json_array(f->name);
	while (frames_next(&frames, &text, &length) && text != folded)
		frame(text, length);
	json_array_end();
}

static void text_member(const struct field *f, const void *row)
{
	char text[SCHEMA_TEXT_MAX];
	size_t n;

	if (f->kind == FIELD_CHARS) {
		json_string(f->name, (const char *)row + f->offset, f->size);
		return;
	}
	if (f->flags & FIELD_STACK) {
		stack_member(f, row);
		return;
	}
	n = (size_t)field_text(text, sizeof(text), f, row);
	if (f->flags & FIELD_BOOLEAN)
		json_boolean(f->name, *text == 't');
	else if (f->flags & FIELD_PAIRS)
		pairs(f->name, text, n);
	else if (f->flags & (FIELD_LINES | FIELD_ITEMS))
		items(f->name, text, n, f->flags & FIELD_ITEMS ? '\0' : '\n');
	else
		json_string(f->name, text, n);
}

/* Is the name of the row's task empty? A request that the kernel itself made, a task that had ended */
static bool is_nobody(const struct schema *sc, const void *row)
{
	for (size_t i = 0; i < sc->nfields; i++)
		if (sc->fields[i].kind == FIELD_CHARS && sc->fields[i].flags & FIELD_TASK)
			return !field_not_empty(&sc->fields[i], row);
	return false;
}

static bool is_known(const struct session *s, const struct field *f, const void *row)
{
	if (f->flags & FIELD_BPF_ONLY && !s->on_bpf)
		return false;
	if (f->flags & FIELD_TASK && (f->kind == FIELD_CHARS || !field_integer(f, row)) && is_nobody(s->schema, row))
		return false;
	return !f->known || f->known(f, row);
}

/* before: the totals of the row when the interval began, or NULL */
static void member(const struct session *s, const struct field *f, const void *row, const void *before)
{
	if (!is_known(s, f, row))
		json_null(f->name);
	else if (field_is_text(f))
		text_member(f, row);
	else if (f->kind == FIELD_S32 || f->kind == FIELD_S64)
		json_integer(f->name, field_integer(f, row));
	else
		json_unsigned(f->name, (uint64_t)field_integer(f, row));
	if (f->flags & FIELD_MAX)
		json_boolean("max_exact", field_max_exact(f, row, before));
}

/* Names that the user or the kernel chose are in an object of their own, so that they cannot be one of ours. */
static void arguments(const struct session *s, const void *row)
{
	const struct schema *sc = s->schema;
	bool any = false;

	for (size_t i = 0; i < sc->nfields; i++)
		if (sc->fields[i].flags & FIELD_ARGUMENT && !(sc->fields[i].flags & (FIELD_OFF | FIELD_TEXT_ONLY))) {
			if (!any)
				json_object("args");
			any = true;
			member(s, &sc->fields[i], row, NULL);
		}
	if (any)
		json_close();
}

static void members(const struct session *s, const void *row, const void *before)
{
	bool any = false;

	for (size_t i = 0; i < s->schema->nfields; i++) {
		const struct field *f = &s->schema->fields[i];

		if (f->flags & FIELD_ARGUMENT)
			any = true;
		else if (!(f->flags & (FIELD_OFF | FIELD_TEXT_ONLY)) && f->kind != FIELD_HIST)
			member(s, f, row, before);
	}
	if (any)
		arguments(s, row);
}

static void buckets(const struct schema *sc, const struct hist *h)
{
	json_array("buckets");
	for (unsigned i = 0; i < HIST_SLOTS; i++)
		if (h->slots[i] && !sc->nedges)
			json_item3(hist_lower(i, sc->unit), hist_upper(i, sc->unit), h->slots[i]);
	for (unsigned i = 0; sc->nedges && i <= sc->nedges; i++)
		if (h->slots[i])
			json_item3(i ? (double)sc->edges[i - 1] : 0, i < sc->nedges ? (double)sc->edges[i] : INFINITY, h->slots[i]);
	json_array_end();
}

/* Without values there are neither percentiles nor a maximum. */
static void percentiles(const struct hist *h, enum hist_unit unit, bool exact)
{
	static const struct {
		const char *name;
		double q;
	} list[] = {{"p50", .5}, {"p90", .9}, {"p99", .99}, {"p999", .999}};
	bool any = hist_count(h);

	json_unsigned_or_null("max", h->max, any);
	json_boolean("max_exact", exact);
	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++)
		json_unsigned_or_null(list[i].name, hist_percentile(h, unit, list[i].q), any);
}

static void word_or_null(const char *name, const char *word)
{
	if (word)
		json_word(name, word);
	else
		json_null(name);
}

/* Chosen buckets are too coarse for percentiles. */
static void histogram(const struct schema *sc, const void *row, bool exact)
{
	struct hist h;
	uint64_t apart = schema_values(sc, row, &h);

	word_or_null("unit", hist_unit_name(sc->unit));
	json_unsigned("count", hist_count(&h));
	if (sc->apart)
		json_unsigned("without_data", apart);
	json_unsigned("sum", h.sum);
	if (!sc->nedges)
		percentiles(&h, sc->unit, exact || !hist_count(&h));
	buckets(sc, &h);
}

static void event(struct session *s, const void *row)
{
	uint64_t time_ns;

	memcpy(&time_ns, row, sizeof(time_ns));
	start(s, "event", time_ns);
	members(s, row, NULL);
	json_end();
}

static void interval(struct session *s, const struct interval *iv)
{
	const void **rows = tally_sorted(iv->rows, s->schema->compare);

	for (size_t i = 0; rows && i < tally_count(iv->rows); i++) {
		bool h = schema_has_hist(s->schema);
		const void *before = render_before(iv, rows[i]);

		start(s, h ? "hist" : "count", iv->end_ns);
		json_unsigned("elapsed_ns", iv->elapsed_ns);
		members(s, rows[i], before);
		if (h)
			histogram(s->schema, rows[i], field_max_exact(schema_hist_field(s->schema), rows[i], before));
		json_end();
	}
	free(rows);
}

static void cost(const struct overhead *o)
{
	json_object("cost");
	json_unsigned("runs", o->cost.runs);
	json_unsigned("run_ns", o->cost.run_ns);
	json_unsigned("skipped", o->cost.skipped);
	json_unsigned("elapsed_ns", o->elapsed_ns);
	json_unsigned("cpus", o->cpus);
	json_number("percent", o->percent);
	json_number("peak_percent", o->peak);
	json_close();
}

static void end(struct session *s)
{
	const struct lost *l = &s->lost;

	start(s, "summary", s->last_tick_ns);
	json_string("backend", s->backend_name, 8);
	json_string("attach", s->attach, 32);
	json_unsigned("counted", session_counted(s));
	json_object("lost");
	json_unsigned("ring", l->ring);
	json_unsigned("map_full", l->map_full);
	json_unsigned("missed", l->missed);
	json_unsigned("unmatched", l->unmatched);
	json_unsigned("in_flight", l->in_flight);
	json_close();
	word_or_null("untold", l->untold);
	word_or_null("stopped", s->overhead.exceeded ? "max-overhead" : NULL);
	if (s->set->stats || s->overhead.exceeded)
		cost(&s->overhead);
	else
		json_null("cost");
	json_end();
}

const struct renderer render_json = {.name = "json", .event = event, .interval = interval, .end = end};
