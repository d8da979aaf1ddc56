// SPDX-License-Identifier: GPL-2.0-or-later
/* JSON lines, as ktally(8) promises them. Names come from the fields; values are raw. */
#include "session/tool.h"
#include "json_line.h"
#include "json_members.h"
#include "json_text.h"
#include "renderers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
	json_line(s, "event", time_ns);
	json_members(s->schema, s->on_bpf, row, NULL);
	json_end();
}

static void interval(struct session *s, const struct interval *iv)
{
	const void **rows = tally_sorted(iv->rows, s->schema->compare);

	for (size_t i = 0; rows && i < tally_count(iv->rows); i++) {
		bool h = schema_has_hist(s->schema);
		const void *before = render_before(iv, rows[i]);

		json_line(s, h ? "hist" : "count", iv->end_ns);
		json_unsigned("elapsed_ns", iv->elapsed_ns);
		json_members(s->schema, s->on_bpf, rows[i], before);
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

	if (s->tool->note_json)
		s->tool->note_json(s);
	json_line(s, "summary", s->last_tick_ns);
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
	word_or_null("stopped", s->overhead.exceeded ? "max-overhead" : s->stopped);
	if (s->set->stats || s->overhead.exceeded)
		cost(&s->overhead);
	else
		json_null("cost");
	json_end();
}

const struct renderer render_json = {.name = "json", .event = event, .interval = interval, .end = end};
