// SPDX-License-Identifier: GPL-2.0-or-later
/* cachestat - hits and misses of the page cache, a row each interval. */
#include "cachestat.h"

#include "session/tool.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static struct cachestat_options {
	bool counters, time, timestamp;
} wanted;

static const struct opt options[] = {
	OPT_FLAG('D', "counters", &wanted.counters, "also print the counters that the others are made of"),
	OPT_FLAG('t', "time", &wanted.time, "print the time of day"),
	OPT_FLAG('T', "timestamp", &wanted.timestamp, "the same"),
	OPT_END,
};

static int format_ratio(char *to, size_t size, const struct field *f, const void *row)
{
	const struct cachestat_row *r = row;
	uint64_t total = r->hits + r->misses;

	(void)f;
	if (!total)
		return snprintf(to, size, "-");
	return snprintf(to, size, "%.1f%%", 100.0 * (double)r->hits / (double)total);
}

/* perf-tools call them mpa, mbd, apcl, apd */
static int format_counters(char *to, size_t size, const struct field *f, const void *row)
{
	const struct cachestat_counts *c = &((const struct cachestat_row *)row)->counts;

	(void)f;
	return snprintf(to, size, "(%" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 ")", (uint64_t)c->accessed,
					(uint64_t)c->buffers_dirtied, (uint64_t)c->added, (uint64_t)c->dirtied);
}

static int format_mb(char *to, size_t size, const struct field *f, const void *row)
{
	return snprintf(to, size, "%" PRIu64, (uint64_t)field_integer(f, row) >> 20);
}

/* A recording does not have the sizes. */
static bool is_live(const struct field *f, const void *row)
{
	(void)f, (void)row;
	return !settings.replay;
}

enum { TIME, HITS, MISSES, DIRTIES, RATIO, BUFFERS, CACHE, COUNTERS };
static struct field fields[] = {
	[TIME] = FIELD_EVENT_CLOCK,
	[HITS] = FIELD(struct cachestat_row, hits, FIELD_U64, FIELD_ADDS, 8),
	[MISSES] = FIELD(struct cachestat_row, misses, FIELD_U64, FIELD_ADDS, 8),
	[DIRTIES] = FIELD(struct cachestat_row, dirties, FIELD_U64, FIELD_ADDS, 8, .spare = 3),
	[RATIO] = FIELD_MADE("ratio", format_ratio, FIELD_TEXT_ONLY, 8),
	[BUFFERS] =
		FIELD_MADE_OF("buffers_mb", struct cachestat_row, buffers_bytes, format_mb, FIELD_TEXT_ONLY, 12, .spare = 1),
	[CACHE] = FIELD_MADE_OF("cache_mb", struct cachestat_row, cache_bytes, format_mb, FIELD_TEXT_ONLY, 10, .spare = 2),
	[COUNTERS] = FIELD_MADE("debug", format_counters, FIELD_OFF | FIELD_TEXT_ONLY, 0),
	FIELD(struct cachestat_row, buffers_bytes, FIELD_BYTES, FIELD_HIDDEN, 0, .known = is_live),
	FIELD(struct cachestat_row, cache_bytes, FIELD_BYTES, FIELD_HIDDEN, 0, .known = is_live),
	FIELD_AS("accessed", struct cachestat_row, counts.accessed, FIELD_U64, FIELD_HIDDEN, 0),
	FIELD_AS("buffers_dirtied", struct cachestat_row, counts.buffers_dirtied, FIELD_U64, FIELD_HIDDEN, 0),
	FIELD_AS("added", struct cachestat_row, counts.added, FIELD_U64, FIELD_HIDDEN, 0),
	FIELD_AS("dirtied", struct cachestat_row, counts.dirtied, FIELD_U64, FIELD_HIDDEN, 0),
};

static const struct schema schema = {SCHEMA_FIELDS(fields), .row_size = sizeof(struct cachestat_row)};

static int prepare(struct session *s)
{
	for (unsigned i = BUFFERS; i <= CACHE && s->set->replay; i++) /* a recording does not have them */
		fields[i].flags |= FIELD_OFF;
	field_show(&fields[TIME], wanted.time || wanted.timestamp);
	field_show(&fields[COUNTERS], wanted.counters);
	return 0;
}

/* ---- a report ---- */

static uint64_t less(uint64_t a, uint64_t b)
{
	return a > b ? a - b : 0;
}

/*
 * Misses are the pages that reads added: all that were added, except those of writes, which are dirty at once. Accesses
 * to buffers that were looked up for a write are not reads.
 */
static void work_out(struct cachestat_row *row)
{
	const struct cachestat_counts *c = &row->counts;
	uint64_t total = less(c->accessed, c->buffers_dirtied);

	row->misses = less(c->added, c->dirtied);
	row->hits = less(total, row->misses);
	row->dirties = c->dirtied;
}

static void read_sizes(struct cachestat_row *row)
{
	FILE *file = fopen("/proc/meminfo", "re");
	unsigned long long kb;
	char line[128];

	while (file && fgets(line, sizeof(line), file))
		if (sscanf(line, "Buffers: %llu kB", &kb) == 1)
			row->buffers_bytes = kb << 10;
		else if (sscanf(line, "Cached: %llu kB", &kb) == 1)
			row->cache_bytes = kb << 10;
	if (file)
		fclose(file);
}

int cachestat_report(struct session *s, const struct cachestat_counts *totals)
{
	static struct cachestat_counts before;
	struct cachestat_row row = {.time_ns = s->tick_ns};
	bool whole = row.time_ns - s->last_tick_ns >= s->set->interval_ns / 2;

	row.counts.accessed = totals->accessed - before.accessed;
	row.counts.buffers_dirtied = totals->buffers_dirtied - before.buffers_dirtied;
	row.counts.added = totals->added - before.added;
	row.counts.dirtied = totals->dirtied - before.dirtied;
	/* the last, short interval may have counted nothing */
	if (!whole && !memcmp(totals, &before, sizeof(before)))
		return 0;
	before = *totals;
	work_out(&row);
	read_sizes(&row);
	session_event(s, &row);
	return 0;
}

const char *const cachestat_functions[] = {"folio_mark_accessed", "mark_page_accessed", NULL};

const struct tool cachestat_tool = {
	.name = "cachestat",
	.summary = "Hits and misses of the page cache.",
	.examples = "  cachestat                 a row every second\n"
				"  cachestat 5 3             three rows of 5 s\n"
				"  cachestat -Dt             with the time and the raw counters\n"
				"  cachestat -- cat FILE     what a command does to the cache\n",
	.unit = "reports",
	.options = options,
	.takes = TAKES_INTERVAL | TAKES_DURATION | TAKES_COMMAND | TAKES_BUFFER | TAKES_REPLAY,
	.interval_ns = 1000000000,
	.schema = &schema,
	.view = VIEW_EVENTS,
	.prepare = prepare,
	.bpf = &cachestat_bpf_recipe,
	.ftrace = &cachestat_ftrace,
};
