// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The ftrace forms of funccount; the first one that works is used.
 * - A hist trigger of one kprobe event that all functions raise. It loses nothing.
 * - The function profiler, which belongs to the whole system and knows no tasks.
 * - The function tracer of the session's own instance, whose records are counted here. A busy function can outrun the
 *   reader; what is lost is counted.
 * The last two switch thousands of functions on in one write.
 */
#include "base/log.h"
#include "session/tool.h"
#include "source/ftrace/recording.h"
#include "source/ftrace/stream.h"
#include "sys/function_profiler.h"
#include "sys/kprobe_event.h"
#include "sys/ksyms.h"
#include "tools/functions/tracer.h"
#include "funccount.h"
#include "hist.h"
#include "profiler.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <tracefs/tracefs.h>
#include <unistd.h>

static enum { FORM_HIST, FORM_PROFILER, FORM_RING } form;

/* ---- the function tracer ---- */

static const char *const function_fields[] = {"ip", NULL};

static void on_call(struct session *s, const struct record *r)
{
	if (funccount.cpu != UINT64_MAX && (uint64_t)r->cpu != funccount.cpu)
		return;
	if (record_wanted(r, -1))
		funccount_add(s, (uint64_t)record_int(r, 0), 1);
}

static bool is_target(void *functions, const char *name)
{
	return functions_find(functions, name);
}

/* Records have addresses, which change with each start of the kernel: a recording needs the names as well. */
static int record_names(struct session *s)
{
	char path[4200];
	int err;

	snprintf(path, sizeof(path), "%s/functions", recording_folder(s->set->record));
	err = ksyms_save(path, is_target, &funccount.targets.kernel);
	return err ? cannot(s, err, "%s: %s", path, strerror(-err)) : 0;
}

static int start_ring(struct session *s)
{
	form = FORM_RING;
	return tracer_functions(s, &funccount.targets.kernel, false);
}

/* ---- which ---- */

static int start(struct session *s)
{
	const struct targets *t = &funccount.targets;

	form = FORM_RING;
	if (s->set->replay)
		return 0;
	if (t->user.n || t->tracepoints.n)
		return cannot(s, -ENOTSUP, "ftrace's form of funccount counts kernel functions only");
	if (s->set->record) { /* a recording is made of records */
		int err = start_ring(s);

		return err ? err : record_names(s);
	}
	form = FORM_HIST;
	if (!funccount_hist_start(s))
		return 0;
	debug("hist: %s", s->why.text);
	form = FORM_PROFILER;
	if (!funccount_profiler_start(s))
		return 0;
	debug("profiler: %s", s->why.text);
	return start_ring(s);
}

static int collect(struct session *s)
{
	return form == FORM_HIST ? funccount_hist_collect(s) : form == FORM_PROFILER ? funccount_profiler_collect(s) : 0;
}

static void losses(struct session *s, struct lost *lost)
{
	(void)s;
	lost->missed += kprobe_event_missed();
}

static void close_ftrace(struct session *s)
{
	(void)s;
	funccount_hist_close();
	function_profiler_stop();
}

static const struct ftrace_event events[] = {
	{"ftrace/function", function_fields, on_call, true, NULL},
	{0},
};

const struct ftrace_recipe funccount_ftrace = {
	.events = events,
	.start = start,
	.collect = collect,
	.losses = losses,
	.close = close_ftrace,
};
