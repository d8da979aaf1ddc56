// SPDX-License-Identifier: GPL-2.0-or-later
#include "summary.h"

#include "base/hist.h"
#include "base/tally.h"
#include "base/units.h"
#include "render/renderers.h"
#include "session/session.h"
#include "sys/errnos.h"
#include "decode.h"
#include "trace.h"

#include <ktally/trace_setup.h>
#include <stdio.h>
#include <string.h>

/* The key and the value of the map `summary` */
struct row {
	struct trace_key key;
	struct trace_total total;
};

static const struct hist *hist_of(const void *row)
{
	return &((const struct row *)row)->total.hist;
}

static int format_task(char *to, size_t size, const struct field *f, const void *row)
{
	const struct row *r = row;

	(void)f;
	return r->key.tid ? snprintf(to, size, "%.15s/%u", r->key.comm, r->key.tid) : snprintf(to, size, "all");
}

static int format_call(char *to, size_t size, const struct field *f, const void *row)
{
	(void)f;
	return decode_name(to, size, ((const struct row *)row)->key.call);
}

static int format_count(char *to, size_t size, const struct field *f, const void *row)
{
	(void)f;
	return units_whole(to, size, hist_count(hist_of(row)), false);
}

static int format_total(char *to, size_t size, const struct field *f, const void *row)
{
	(void)f;
	return units_ns(to, size, (double)hist_of(row)->sum);
}

static int format_average(char *to, size_t size, const struct field *f, const void *row)
{
	uint64_t n = hist_count(hist_of(row));

	(void)f;
	return units_ns(to, size, n ? (double)hist_of(row)->sum / (double)n : 0);
}

static int format_p50(char *to, size_t size, const struct field *f, const void *row)
{
	(void)f;
	return units_ns(to, size, (double)hist_percentile(hist_of(row), HIST_NS, .5));
}

static int format_p99(char *to, size_t size, const struct field *f, const void *row)
{
	(void)f;
	return units_ns(to, size, (double)hist_percentile(hist_of(row), HIST_NS, .99));
}

static int format_max(char *to, size_t size, const struct field *f, const void *row)
{
	(void)f;
	return units_ns(to, size, (double)hist_of(row)->max);
}

static const struct field fields[] = {
	FIELD_MADE("task", format_task, FIELD_TEXT_ONLY, -20),
	FIELD_AS("comm", struct row, key.comm, FIELD_CHARS, FIELD_KEY | FIELD_HIDDEN, 0),
	FIELD_AS("pid", struct row, key.pid, FIELD_U32, FIELD_KEY | FIELD_HIDDEN, 0),
	FIELD_AS("tid", struct row, key.tid, FIELD_U32, FIELD_KEY | FIELD_HIDDEN, 0),
	FIELD_MADE_OF("syscall", struct row, key.call, format_call, FIELD_KEY, -20, .title = "CALL"),
	FIELD_MADE("calls", format_count, FIELD_TEXT_ONLY, 8),
	FIELD_AS("errors", struct row, total.errors, FIELD_U64, 0, 8),
	FIELD_MADE("total", format_total, FIELD_TEXT_ONLY, 8),
	FIELD_MADE("avg", format_average, FIELD_TEXT_ONLY, 8),
	FIELD_MADE("p50_text", format_p50, FIELD_TEXT_ONLY, 8, .title = "P50"),
	FIELD_MADE("p99_text", format_p99, FIELD_TEXT_ONLY, 8, .title = "P99"),
	FIELD_MADE("max_text", format_max, FIELD_TEXT_ONLY, 8, .title = "MAX"),
	FIELD_AS("hist", struct row, total.hist, FIELD_HIST, FIELD_HIDDEN, 0),
};

/* Threads together; the call that took longest last */
static int compare(const void *a, const void *b)
{
	const struct row *x = a, *y = b;

	if (x->key.tid != y->key.tid)
		return x->key.tid < y->key.tid ? -1 : 1;
	if (x->total.hist.sum != y->total.hist.sum)
		return x->total.hist.sum < y->total.hist.sum ? -1 : 1;
	return memcmp(&x->key, &y->key, sizeof(x->key));
}

const struct schema summary_schema = {
	SCHEMA_FIELDS(fields), .key_size = sizeof(struct trace_key), .row_size = sizeof(struct row), .unit = HIST_NS,
	.compare = compare,
};

bool summary_add(struct tally *totals, const struct trace_row *row)
{
	struct trace_key key = {.pid = row->pid, .tid = row->tid, .call = row->call};
	struct row *r;

	if (trace.by_thread)
		memcpy(key.comm, row->comm, sizeof(key.comm));
	else
		key.pid = key.tid = 0;
	r = tally_row(totals, &key);
	if (!r)
		return false;
	r->total.errors += row->ret < 0 && row->ret >= -ERRNO_LAST;
	hist_add(&r->total.hist, HIST_NS, row->latency_ns);
	return true;
}

/* The session's own renderer has the columns of lines. */
void summary_print(const struct session *s, const struct tally *totals)
{
	const struct renderer *renderer = s->set->json ? &render_json : &render_table;
	struct session table = *s;
	const struct interval iv = {s->tick_ns, s->tick_ns - s->last_tick_ns, totals, NULL, false};

	table.schema = &summary_schema;
	table.view = VIEW_TABLE;
	if (!s->set->json)
		putchar('\n');
	if (renderer->begin)
		renderer->begin(&table);
	renderer->interval(&table, &iv);
}
