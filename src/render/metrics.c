// SPDX-License-Identifier: GPL-2.0-or-later
#include "metrics.h"

#include "base/clock.h"
#include "base/log.h"
#include "base/output.h"
#include "base/units.h"
#include "metrics_answer.h"
#include "renderers.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

/* ---- options ---- */

static int refuse_options(const struct settings *set)
{
	const struct {
		const char *name;
		bool given;
	} list[] = {{"json", set->json},	 {"table", set->table},	  {"heatmap", set->heatmap},
				{"output", set->output}, {"svg", set->svg},		  {"timeline", set->timeline},
				{"record", set->record}, {"replay", set->replay}, {"duration", set->duration_ns},
				{"strict", set->strict}};

	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++)
		if (list[i].given)
			return fail(-EINVAL, "args: --%s makes no sense for a session that answers whenever it is asked",
						list[i].name);
	return 0;
}

int metrics_check(const struct session *s)
{
	struct metrics_labels labels;
	int err = refuse_options(s->set);

	if (!err && s->command)
		err = fail(-EINVAL, "args: a command (--) makes no sense for a session that runs for ever");
	if (!err && (s->view == VIEW_STACKS || settings_asks_stacks() || s->set->stacks.flame))
		err = fail(-EINVAL, "stacks are no metrics");
	return err ? err : metrics_labels_choose(&labels, s);
}

/* ---- what is counted ---- */

static int begin(struct session *s)
{
	struct metrics_state *st = calloc(1, sizeof(*st));
	int err;

	s->render_state = st;
	if (st)
		st->series = series_new(s->schema, s->view == VIEW_EVENTS, s->set->metrics->max_series);
	if (!st || !st->series)
		return fail(-ENOMEM, "out of memory");
	metrics_families_choose(&st->families, s);
	st->created_ns = units_wall(clock_ns());
	err = metrics_labels_choose(&st->labels, s);
	if (!err && !st->labels.n)
		series_begin(st->series);
	return err;
}

static void add_row(struct session *s, const void *row)
{
	struct metrics_state *st = s->render_state;
	char values[METRIC_LABELS * LABEL_MAX];
	size_t n = metrics_labels_write(&st->labels, s, row, values);

	series_add(st->series, row, values, n);
}

/* The largest rows come first, so that these are the series if there are too many. compare() puts them last. */
static void add_totals(struct session *s)
{
	struct metrics_state *st = s->render_state;
	const void **rows = tally_sorted(s->totals, s->schema->compare);

	series_restart(st->series);
	for (size_t i = rows ? tally_count(s->totals) : 0; i-- > 0;)
		add_row(s, rows[i]);
	free(rows);
}

static void interval(struct session *s, const struct interval *iv)
{
	(void)s, (void)iv; /* the last one, when nobody can ask any more */
}

static void end(struct session *s)
{
	struct metrics_state *st = s->render_state;

	if (!st)
		return;
	series_free(st->series);
	bytes_free(&st->body);
	free(st);
	s->render_state = NULL;
}

/* ---- questions ---- */

/* Of several questions only the last is answered: whoever asked before has given up. False: there is none */
static bool last_question(uint32_t *number)
{
	struct pollfd fd = {output_descriptor(), POLLIN, 0};
	struct question q;
	bool any = false;

	while (poll(&fd, 1, 0) > 0 && fd.revents & POLLIN && read(fd.fd, &q, sizeof(q)) == sizeof(q)) {
		*number = q.number;
		any = true;
	}
	return any;
}

static int asked(struct session *s)
{
	uint32_t number;

	if (!last_question(&number))
		return 0;
	if (s->totals)
		add_totals(s);
	return metrics_answer(s, number);
}

const struct renderer render_metrics = {
	.name = "metrics", .begin = begin, .event = add_row, .interval = interval, .end = end, .asked = asked};
