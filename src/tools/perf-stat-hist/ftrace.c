// SPDX-License-Identifier: GPL-2.0-or-later
/* The ftrace form of perf-stat-hist: counts the records of the event that pass the kernel's own filter. */
#include "source/ftrace/ftrace.h"
#include "source/ftrace/stream.h"
#include "perf-stat-hist.h"

#include <errno.h>
#include <stdio.h>

static void on_record(struct session *s, const struct record *r)
{
	int64_t value = record_int(r, 0);
	struct stat_key key = {stat_hist.is_signed && value < 0};
	struct stat_row *row = session_total(s, &key);
	uint64_t size = key.negative ? -(uint64_t)value : (uint64_t)value;

	if (!row)
		return;
	if (!stat_hist.is_signed && stat_hist.size < 8) /* read sign-extended */
		size &= (1ULL << 8 * stat_hist.size) - 1;
	if (!stat_hist.nedges) {
		hist_add(&row->hist, HIST_COUNT, size);
		return;
	}
	row->hist.slots[stat_slot(size, (const __u64 *)stat_hist.edges, stat_hist.nedges)]++;
	row->hist.sum += size;
	row->hist.max = size > row->hist.max ? size : row->hist.max;
}

static int start(struct session *s)
{
	char filter[2048];
	int n = snprintf(filter, sizeof(filter), "%s%s%s%s", stat_hist.filter ? "(" : "",
					 stat_hist.filter ? stat_hist.filter : "", stat_hist.filter ? ") && " : "", ftrace_not_self(false));

	if (n >= (int)sizeof(filter))
		return cannot(s, -E2BIG, "the filter is too long");
	return ftrace_filter(s, stat_hist.event, filter);
}

static const struct ftrace_event events[] = {
	{stat_hist.event, stat_hist.fields, on_record, false, NULL},
	{0},
};

const struct ftrace_recipe perf_stat_hist_ftrace = {.events = events, .leaves_out_self = true, .start = start};
