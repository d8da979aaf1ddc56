// SPDX-License-Identifier: GPL-2.0-or-later
#include "session.h"

#include "base/clock.h"
#include "base/log.h"
#include "base/output.h"
#include "ending_signals.h"
#include "render.h"
#include "source.h"
#include "tool.h"

#include <errno.h>

void session_flush(struct session *s)
{
	s->stop |= output_flush() != 0; /* output_close() prints why */
	if (s->recorder)
		s->recorder->flush(s);
	if (s->picture && s->picture->flush)
		s->picture->flush(s);
}

const char *session_unit(const struct session *s)
{
	return s->unit ? s->unit : s->tool->unit;
}

void session_event(struct session *s, const void *row)
{
	if (s->tool->keeps && !s->tool->keeps(row))
		return;
	s->events++;
	if (s->recorder)
		s->recorder->event(s, row);
	s->renderer->event(s, row);
	if (s->picture && s->picture->event)
		s->picture->event(s, row);
	output_row_ended();
	s->stop |= output_gone();
}

void session_timeline(struct session *s, const void *row)
{
	if (s->set->timeline && s->picture)
		s->picture->event(s, row);
}

void *session_total(struct session *s, const void *key)
{
	void *row = tally_row(s->totals, key);

	if (!row)
		s->lost.map_full++;
	return row;
}

bool session_interrupted(struct session *s)
{
	s->stop |= ending_signals_pending();
	return s->stop;
}

uint64_t session_counted(const struct session *s)
{
	return s->totals ? tally_total(s->totals) : s->events;
}

/* Only the last interval of a run. A tenth less is no news. A recording says how its run ended. */
static bool is_cut_short(const struct session *s, uint64_t elapsed_ns)
{
	uint64_t whole = s->set->interval_ns;

	if (s->set->replay)
		return s->ending && s->cut_short;
	return s->ending && !s->whole && elapsed_ns < whole - whole / 10;
}

int session_tick(struct session *s, uint64_t now_ns)
{
	struct interval iv = {now_ns, now_ns - s->last_tick_ns, s->interval, s->before, false};
	int err;

	s->tick_ns = now_ns;
	s->elapsed_ns = iv.elapsed_ns;
	err = s->source->collect(s);
	s->last_tick_ns = now_ns;
	iv.cut_short = is_cut_short(s, iv.elapsed_ns);
	s->cut_short |= iv.cut_short;
	if (!err && s->view != VIEW_EVENTS && tally_since(s->interval, s->totals, s->before))
		return fail(-ENOMEM, "out of memory");
	if (!err && s->recorder)
		s->recorder->interval(s, &iv);
	if (err || s->view == VIEW_EVENTS)
		return err;
	s->renderer->interval(s, &iv);
	if (s->picture && s->picture->interval)
		s->picture->interval(s, &iv);
	tally_clear(s->before);
	return tally_copy(s->before, s->totals) ? fail(-ENOMEM, "out of memory") : 0;
}

int session_answer(struct session *s)
{
	int err;

	s->tick_ns = clock_ns();
	s->elapsed_ns = s->tick_ns - s->last_tick_ns;
	err = s->source->collect(s);
	s->last_tick_ns = s->tick_ns;
	return err ? err : s->renderer->asked(s);
}
