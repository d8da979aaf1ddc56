// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The ftrace form of funccount: the function tracer of the session's own instance, its records counted here.
 * Thousands of functions are switched on in one write; a busy one can outrun the reader, and that is told.
 */
#include "funccount.h"

#include "../../source/ftrace.h"
#include "../../source/stream.h"
#include "../../tool.h"

#include <errno.h>
#include <string.h>

static const char *const function_fields[] = {"ip", NULL};

static void on_call(struct session *s, const struct record *r)
{
	struct func_key key = {(uint64_t)record_int(r, 0)};
	struct func_row *row;

	if (funccount.cpu != UINT64_MAX && (uint64_t)r->cpu != funccount.cpu)
		return;
	if (!record_wanted(r, -1))
		return;
	row = session_total(s, &key);
	if (row)
		row->count++;
}

static int start(struct session *s)
{
	const struct targets *t = &funccount.targets;
	int err;

	if (t->user.n || t->tracepoints.n)
		return cannot(s, -ENOTSUP, "ftrace's form of funccount counts kernel functions only");
	err = ftrace_functions(s, "set_ftrace_filter", &t->kernel);
	if (err == -EPERM || err == -ENOENT)
		return cannot(s, -ENOTSUP, "this kernel has no function tracer (CONFIG_FUNCTION_TRACER)");
	return err ? err : ftrace_tracer(s, "function");
}

static const struct ftrace_event events[] = {
	{"ftrace/function", function_fields, on_call, false, NULL},
	{0},
};

const struct ftrace_recipe funccount_ftrace = {.events = events, .start = start};
