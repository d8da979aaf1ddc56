// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The only form of funcgraph: records of the function_graph tracer. A call that calls nothing else is one line. Only
 * the next record of the CPU tells that, so the last entry of each CPU waits for it.
 */
#include "source/ftrace/ftrace.h"
#include "source/ftrace/stream.h"
#include "source/ftrace/tracer.h"
#include "tools/functions/tracer.h"
#include "funcgraph.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysinfo.h>

static struct cpu {
	struct graph_row entry;
	bool waits;
	uint32_t tid; /* of the last line; 0: none yet */
} * cpus;
static int ncpus;

enum { FUNC, DEPTH, CALLTIME, RETTIME };

static void fill(struct graph_row *row, const struct record *r, enum graph_step step)
{
	const struct task *task = record_task(r);

	*row = (struct graph_row){.time_ns = r->time_ns, .cpu = (uint32_t)r->cpu, .tid = r->tid, .step = step};
	row->pid = task->tgid;
	row->function = (uint64_t)record_int(r, FUNC);
	row->depth = (int32_t)record_int(r, DEPTH);
	memcpy(row->comm, task->comm, sizeof(row->comm));
}

/* Prints a line that says who runs now, if that has changed. (keeps() drops it if each line says so.) */
static void tell_task(struct session *s, struct cpu *c, const struct graph_row *row)
{
	struct graph_row change = *row;

	change.step = GRAPH_SWITCH;
	if (c->tid && c->tid != row->tid)
		session_event(s, &change);
	c->tid = row->tid;
}

static void print(struct session *s, struct cpu *c, const struct graph_row *row)
{
	tell_task(s, c, row);
	session_event(s, row);
}

static void print_waiting(struct session *s, struct cpu *c)
{
	if (c->waits)
		print(s, c, &c->entry);
	c->waits = false;
}

static void on_entry(struct session *s, const struct record *r)
{
	struct cpu *c = &cpus[r->cpu];

	if (r->cpu >= ncpus)
		return;
	print_waiting(s, c);
	if (!record_wanted(r, -1))
		return;
	fill(&c->entry, r, GRAPH_ENTER);
	c->waits = true;
}

static void on_exit_call(struct session *s, const struct record *r)
{
	struct cpu *c = &cpus[r->cpu];
	struct graph_row row;

	if (r->cpu >= ncpus || !record_wanted(r, -1))
		return;
	fill(&row, r, GRAPH_LEAVE);
	row.duration_ns = (uint64_t)(record_int(r, RETTIME) - record_int(r, CALLTIME));
	if (c->waits && c->entry.tid == row.tid && c->entry.function == row.function && c->entry.depth == row.depth) {
		row.step = GRAPH_LEAF;
		row.time_ns = c->entry.time_ns;
		c->waits = false;
	}
	print_waiting(s, c);
	print(s, c, &row);
}

/* Prints the entries that wait: no other record may come. */
static int collect(struct session *s)
{
	for (int i = 0; i < ncpus; i++)
		print_waiting(s, &cpus[i]);
	return 0;
}

static int start(struct session *s)
{
	char depth[24];
	int err;

	ncpus = get_nprocs_conf();
	cpus = calloc((size_t)ncpus, sizeof(*cpus));
	if (!cpus)
		return cannot(s, -ENOMEM, "out of memory");
	snprintf(depth, sizeof(depth), "%" PRIu64, funcgraph.max_depth);
	err = ftrace_functions(s, "set_graph_function", &funcgraph.functions);
	if (!err && funcgraph.max_depth)
		err = ftrace_set_global(s, "max_graph_depth", depth);
	return err ? err : tracer_graph(s, funcgraph.on_cpu);
}

static void close_ftrace(struct session *s)
{
	(void)s;
	free(cpus);
	cpus = NULL;
	ncpus = 0;
}

static const char *const entry_fields[] = {[FUNC] = "func", [DEPTH] = "depth", NULL};
static const char *const exit_fields[] = {
	[FUNC] = "func", [DEPTH] = "depth", [CALLTIME] = "calltime", [RETTIME] = "rettime", NULL};

static const struct ftrace_event events[] = {
	{"ftrace/funcgraph_entry", entry_fields, on_entry, false, NULL},
	{"ftrace/funcgraph_exit", exit_fields, on_exit_call, false, NULL},
	{0},
};

const struct ftrace_recipe funcgraph_ftrace = {
	.events = events,
	.graph = true,
	.names_tasks = true,
	.start = start,
	.collect = collect,
	.close = close_ftrace,
};
