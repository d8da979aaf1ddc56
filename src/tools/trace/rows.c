// SPDX-License-Identifier: GPL-2.0-or-later
#include "rows.h"

#include "session/session.h"
#include "trace.h"

static struct {
	bool any; /* a row has been shown */
	uint64_t before_ns;
	int64_t since_ns;
} state;

uint64_t rows_begin_ns(const struct session *s)
{
	return s->last_tick_ns + trace.delay_ns;
}

bool rows_in_bounds(const struct session *s, const struct trace_row *row)
{
	return !trace.delay_ns || row->time_ns >= rows_begin_ns(s);
}

uint64_t rows_time(const struct trace_row *row)
{
	bool returns = trace.format == TRACE_AS_STRACE && row->kind == TRACE_RESUMED;

	return row->time_ns + (returns ? row->latency_ns : 0);
}

int64_t rows_since(void)
{
	return state.since_ns;
}

static void follow_time(const struct trace_row *row)
{
	uint64_t now = rows_time(row);

	state.since_ns = state.any ? (int64_t)(now - state.before_ns) : 0;
	state.before_ns = now;
	state.any = true;
}

static bool full(const struct session *s)
{
	return trace.max_events && s->events >= trace.max_events;
}

bool rows_show(struct session *s, const struct trace_row *row)
{
	if (full(s))
		return true;
	if (!rows_in_bounds(s, row))
		return false;
	if (!trace_base_ns)
		trace_base_ns = s->last_tick_ns;
	follow_time(row);
	session_event(s, row);
	return full(s);
}
