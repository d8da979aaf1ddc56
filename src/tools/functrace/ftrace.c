// SPDX-License-Identifier: GPL-2.0-or-later
/* The ftrace form of functrace: the function tracer of the session's own instance. */
#include "source/ftrace/stream.h"
#include "tools/functions/tracer.h"
#include "functrace.h"

#include <string.h>

enum { IP, PARENT_IP };
static const char *const function_fields[] = {[IP] = "ip", [PARENT_IP] = "parent_ip", NULL};

static void on_call(struct session *s, const struct record *r)
{
	const struct task *task = record_task(r);
	struct call_row row = {.time_ns = r->time_ns, .tid = r->tid, .cpu = (uint32_t)r->cpu};

	if (!record_wanted(r, -1))
		return;
	row.function = (uint64_t)record_int(r, IP);
	row.caller = (uint64_t)record_int(r, PARENT_IP);
	row.pid = task->tgid;
	memcpy(row.comm, task->comm, sizeof(row.comm));
	session_event(s, &row);
}

static int start(struct session *s)
{
	s->attach = "function";
	return tracer_functions(s, &functrace.functions, true);
}

static const struct ftrace_event events[] = {
	{"ftrace/function", function_fields, on_call, false, NULL},
	{0},
};

const struct ftrace_recipe functrace_ftrace = {.events = events, .names_tasks = true, .start = start};
