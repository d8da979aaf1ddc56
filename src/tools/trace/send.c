// SPDX-License-Identifier: GPL-2.0-or-later
#include "send.h"

#include "base/tally.h"
#include "session/session.h"
#include "rows.h"
#include "summary.h"
#include "trace.h"
#include "wanted.h"

static struct tally *totals; /* -S: the session's own are of -s */

static struct tally *totals_of(const struct session *s)
{
	if (!trace.rows)
		return s->totals;
	if (!totals)
		totals = tally_new(&summary_schema);
	return totals;
}

static void count(struct session *s, const struct trace_row *row)
{
	struct tally *to = totals_of(s);

	if (!to || !summary_add(to, row))
		s->lost.map_full++;
}

void send_shown(struct session *s, const struct trace_row *row)
{
	bool full = rows_show(s, row);

	s->stop |= full && !s->dat;
}

void send_row(struct session *s, struct trace_row *row)
{
	if (!wanted_call(row) || !rows_in_bounds(s, row))
		return;
	if (trace.summary && (row->kind == TRACE_CALL || row->kind == TRACE_RESUMED))
		count(s, row);
	if (!trace.unfinished && row->kind == TRACE_RESUMED) /* nobody has seen its beginning */
		row->kind = TRACE_CALL;
	if (trace.rows)
		send_shown(s, row);
}

void send_end(struct session *s)
{
	if (trace.rows && totals)
		summary_print(s, totals);
	tally_free(totals);
	totals = NULL;
}
