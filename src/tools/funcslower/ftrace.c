// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The ftrace form of funcslower: the tracer function_graph. Its filter has the functions, and tracing_thresh makes it
 * record only returns that come late enough.
 */
#include "session/tool.h"
#include "source/ftrace/ftrace.h"
#include "source/ftrace/stream.h"
#include "source/ftrace/tracer.h"
#include "tools/functions/tracer.h"
#include "funcslower.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { FUNC, CALLTIME, RETTIME };
static const char *const exit_fields[] = {[FUNC] = "func", [CALLTIME] = "calltime", [RETTIME] = "rettime", NULL};

static void on_return(struct session *s, const struct record *r)
{
	uint64_t latency = (uint64_t)(record_int(r, RETTIME) - record_int(r, CALLTIME));
	const struct task *task = record_task(r);
	struct slow_row row = {.time_ns = r->time_ns, .latency_ns = latency, .tid = r->tid, .cpu = (uint32_t)r->cpu};

	if (latency < funcslower.threshold_ns || !record_wanted(r, -1))
		return;
	row.function = (uint64_t)record_int(r, FUNC);
	row.pid = task->tgid;
	memcpy(row.comm, task->comm, sizeof(row.comm));
	session_event(s, &row);
}

/* The kernel's threshold is in whole microseconds; on_return() is exact. Without one the tracer records entries too. */
static int start(struct session *s)
{
	char us[24];
	int err = 0;

	if (funcslower.args || funcslower.stack)
		return cannot(s, -ENOTSUP, "ftrace's form of funcslower has neither arguments nor stacks");
	snprintf(us, sizeof(us), "%" PRIu64, funcslower.threshold_ns / 1000);
	if (funcslower.threshold_ns >= 1000)
		err = ftrace_set_global(s, "tracing_thresh", us); /* first: the tracer looks at it when it starts */
	if (!err)
		err = ftrace_functions(s, "set_ftrace_filter", &funcslower.functions);
	return err ? err : tracer_graph(s, funcslower.on_cpu);
}

static const struct ftrace_event events[] = {
	{"ftrace/funcgraph_exit", exit_fields, on_return, false, NULL},
	{0},
};

const struct ftrace_recipe funcslower_ftrace = {
	.events = events,
	.graph = true,
	.names_tasks = true,
	.start = start,
};
