// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The only form of funcgraph: records of the function_graph tracer. A call that calls nothing else is one line. Only
 * the next record of the CPU tells that, so the last entry of each CPU waits for it.
 */
#include "source/ftrace/ftrace.h"
#include "source/ftrace/stream.h"
#include "source/ftrace/tracer.h"
#include "tools/functions/tracer.h"
#include "frames.h"
#include "funcgraph.h"
#include "signature.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <tracefs/tracefs.h>

static struct cpu {
	struct graph_row entry;
	bool waits;
	uint32_t tid;	 /* of the last line; 0: none yet */
	uint32_t recent; /* of the last record */
} * cpus;
static int ncpus;

enum { FUNC, DEPTH, ARGS, CALLTIME = ARGS, RETTIME, RETVAL };

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

/* A thread that moves to another CPU leaves an entry behind that no end can follow there. */
static void print_left_behind(struct session *s, const struct record *r)
{
	struct cpu *here = &cpus[r->cpu];

	if (here->recent == r->tid)
		return;
	here->recent = r->tid;
	for (int i = 0; i < ncpus && r->tid; i++)
		if (i != r->cpu && cpus[i].waits && cpus[i].entry.tid == r->tid)
			print_waiting(s, &cpus[i]);
}

/* Deeper calls are traced for the time that their callers have without them. A caller of such alone is a leaf. */
static bool is_shown(const struct graph_row *row)
{
	return !funcgraph.max_depth || row->depth < (int64_t)funcgraph.max_depth;
}

static void take_arguments(struct graph_row *row, const struct record *r)
{
	size_t n = 0;
	const char *data = funcgraph.arguments ? record_data(r, ARGS, &n) : NULL;

	if (!data)
		return;
	if (n > sizeof(row->arguments))
		n = sizeof(row->arguments);
	memcpy(row->arguments, data, n);
	row->narguments = (uint32_t)(n / sizeof(row->arguments[0]));
}

static void on_entry(struct session *s, const struct record *r)
{
	struct graph_row row;
	struct cpu *c = &cpus[r->cpu];

	if (r->cpu >= ncpus)
		return;
	print_left_behind(s, r);
	fill(&row, r, GRAPH_ENTER);
	if (is_shown(&row) || row.tid != c->entry.tid)
		print_waiting(s, c);
	if (!record_wanted(r, -1))
		return;
	if (funcgraph.own)
		frames_begin(row.tid, row.function, row.depth);
	if (funcgraph.hist || !is_shown(&row))
		return;
	take_arguments(&row, r);
	c->entry = row;
	c->waits = true;
}

/* A call whose callees are not all known has no own time: it is counted as unmatched. */
static void count(struct session *s, const struct graph_row *row)
{
	struct graph_hist *total;

	if (funcgraph.own && !row->has_own) {
		s->lost.unmatched++;
		return;
	}
	total = session_total(s, &row->function);
	if (total)
		hist_add(&total->hist, HIST_NS, funcgraph.own ? row->own_ns : row->duration_ns);
}

static void print_end(struct session *s, struct cpu *c, struct graph_row *row)
{
	if (c->waits && c->entry.tid == row->tid && c->entry.function == row->function && c->entry.depth == row->depth) {
		row->step = GRAPH_LEAF;
		row->time_ns = c->entry.time_ns;
		row->narguments = c->entry.narguments;
		memcpy(row->arguments, c->entry.arguments, sizeof(row->arguments));
		c->waits = false;
	}
	print_waiting(s, c);
	print(s, c, row);
}

static void take_result(struct graph_row *row, const struct record *r)
{
	row->has_result = funcgraph.results && record_has(r, RETVAL);
	if (!row->has_result)
		return;
	row->result = (uint64_t)record_int(r, RETVAL);
	row->ret = signature_number(row);
}

static void on_exit_call(struct session *s, const struct record *r)
{
	struct graph_row row;
	uint64_t begun, ended;

	if (r->cpu >= ncpus || !record_wanted(r, -1))
		return;
	print_left_behind(s, r);
	fill(&row, r, GRAPH_LEAVE);
	begun = (uint64_t)record_int(r, CALLTIME);
	ended = (uint64_t)record_int(r, RETTIME);
	row.duration_ns = ended - begun;
	if (funcgraph.own)
		row.has_own = frames_end(row.tid, row.function, row.depth, begun, ended, &row.own_ns);
	if (!is_shown(&row))
		return;
	if (funcgraph.hist) {
		count(s, &row);
		return;
	}
	take_result(&row, r);
	print_end(s, &cpus[r->cpu], &row);
}

/* Prints the entries that wait: no other record may come. */
static int collect(struct session *s)
{
	for (int i = 0; i < ncpus; i++)
		print_waiting(s, &cpus[i]);
	return 0;
}

static int check_kernel(struct session *s)
{
	if (funcgraph.results && !tracefs_file_exists(ftrace_instance(s), "options/funcgraph-retval"))
		return cannot(s, -ENOTSUP,
					  "this kernel's function_graph keeps no results (Linux 6.5, "
					  "CONFIG_FUNCTION_GRAPH_RETVAL); kprobe 'r:FUNCTION $retval' has those of a function");
	if (funcgraph.arguments && !tracefs_file_exists(ftrace_instance(s), "options/funcgraph-args"))
		return cannot(s, -ENOTSUP,
					  "this kernel's function_graph keeps no arguments (Linux 6.15, "
					  "CONFIG_FUNCTION_TRACE_ARGS); kprobe 'p:FUNCTION NAME' has those of a function");
	return 0;
}

static int set_depth(struct session *s)
{
	char depth[24];

	if (!funcgraph.max_depth)
		return 0;
	snprintf(depth, sizeof(depth), "%" PRIu64, funcgraph.max_depth + funcgraph.own);
	return ftrace_set_global(s, "max_graph_depth", depth);
}

static int set_options(struct session *s)
{
	int err = check_kernel(s);

	if (!err && funcgraph.arguments)
		err = ftrace_set(s, "options/funcgraph-args", "1");
	if (!err)
		err = ftrace_set(s, "options/funcgraph-irqs", funcgraph.no_irqs ? "0" : "1");
	if (!err)
		err = ftrace_functions(s, "set_graph_function", &funcgraph.functions);
	if (!err && funcgraph.without)
		err = ftrace_functions(s, "set_graph_notrace", &funcgraph.left_out);
	return err ? err : set_depth(s);
}

static int start(struct session *s)
{
	int err;

	ncpus = get_nprocs_conf();
	cpus = calloc((size_t)ncpus, sizeof(*cpus));
	if (!cpus)
		return cannot(s, -ENOMEM, "out of memory");
	err = set_options(s);
	return err ? err : tracer_graph(s, funcgraph.on_cpu);
}

static void close_ftrace(struct session *s)
{
	(void)s;
	signatures_free();
	frames_free();
	free(cpus);
	cpus = NULL;
	ncpus = 0;
}

static const char *const entry_fields[] = {[FUNC] = "func", [DEPTH] = "depth", [ARGS] = "args", NULL};
static const char *const exit_fields[] = {
	[FUNC] = "func", [DEPTH] = "depth", [CALLTIME] = "calltime", [RETTIME] = "rettime", [RETVAL] = "retval", NULL};

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
