// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The ftrace form of cachestat: three events, and the function tracer for the fourth counter, in the session's own
 * instance. The record of a function does not have its argument, so all four count folios here, not pages.
 */
#include "base/log.h"
#include "source/ftrace/ftrace.h"
#include "source/ftrace/stream.h"
#include "sys/functions.h"
#include "cachestat.h"

#include <errno.h>

static struct cachestat_counts totals;

static void on_accessed(struct session *s, const struct record *r)
{
	(void)s, (void)r;
	totals.accessed++;
}

static void on_added(struct session *s, const struct record *r)
{
	(void)s, (void)r;
	totals.added++;
}

static void on_dirtied(struct session *s, const struct record *r)
{
	(void)s, (void)r;
	totals.dirtied++;
}

static void on_buffer_dirtied(struct session *s, const struct record *r)
{
	(void)s, (void)r;
	totals.buffers_dirtied++;
}

/* The first function of the list that can be traced; NULL: none */
static const char *find_function(void)
{
	for (const char *const *name = cachestat_functions; *name; name++) {
		struct functions found = {0};
		bool has = !functions_of_kernel(&found, *name, false) && found.n;

		functions_free(&found);
		if (has)
			return *name;
	}
	return NULL;
}

static int start(struct session *s)
{
	const char *function = s->set->replay ? "" : find_function();
	int err;

	if (s->set->replay)
		return 0;
	if (!function)
		return cannot(s, -ENOTSUP, "this kernel has no function that marks a page as accessed");
	if (!stream_has(s->stream, "writeback/writeback_dirty_folio") &&
		!stream_has(s->stream, "writeback/writeback_dirty_page"))
		return cannot(s, -ENOTSUP, "this kernel has no event for pages that become dirty");
	if (ftrace_append(s, "set_ftrace_filter", function))
		return cannot(s, -ENOTSUP, "this kernel has no function tracer (CONFIG_FUNCTION_TRACER)");
	err = ftrace_tracer(s, "function");
	s->attach = "function";
	debug("accesses: function tracer of %s", function);
	return err;
}

static int collect(struct session *s)
{
	return cachestat_report(s, &totals);
}

static const char *const ip_field[] = {"ip", NULL};
static const char *const no_fields[] = {NULL};

static const struct ftrace_event events[] = {
	{"ftrace/function", ip_field, on_accessed, false, NULL},
	{"filemap/mm_filemap_add_to_page_cache", no_fields, on_added, false, NULL},
	{"block/block_dirty_buffer", no_fields, on_buffer_dirtied, false, NULL},
	{"writeback/writeback_dirty_folio", no_fields, on_dirtied, true, NULL},
	{"writeback/writeback_dirty_page", no_fields, on_dirtied, true, NULL},
	{0},
};

const struct ftrace_recipe cachestat_ftrace = {
	.events = events, .start = start, .collect = collect, .reads_more = true};
