// SPDX-License-Identifier: GPL-2.0-or-later
/* funcgraph - what kernel functions call, and how long each call takes, as it happens. */
#include "base/log.h"
#include "session/render.h"
#include "sys/ksyms.h"
#include "session/tool.h"
#include "ftrace.h"
#include "columns.h"
#include "tools/functions/duration.h"

#include <errno.h>

struct funcgraph_options funcgraph;

static const struct opt options[] = {
	OPT_FLAG('a', "all-info", &funcgraph.all, "all columns: as -H -P -t"),
	OPT_FLAG('C', "on-cpu", &funcgraph.on_cpu, "durations without time asleep or preempted"),
	OPT_FLAG('D', "no-duration", &funcgraph.no_duration, "no durations"),
	OPT_FLAG('H', "header", &funcgraph.heading, "print column headings"),
	OPT_NUMBER('m', "max-depth", "N", &funcgraph.max_depth, 1, 1000, "not deeper than N levels"),
	OPT_FLAG('P', "process", &funcgraph.process, "print names of processes, and threads, in each line"),
	OPT_FLAG('t', "time", &funcgraph.time, "print the time in seconds since boot"),
	OPT_FLAG('T', "tails", &funcgraph.tails, "name the function at its closing brace too"),
	OPT_END,
};

static int format_function(char *to, size_t size, const void *row)
{
	return ksym_name(to, size, ((const struct graph_row *)row)->function);
}

static int format_step(char *to, size_t size, const void *row)
{
	static const char *const names[] = {"enter", "leaf", "leave", "switch"};

	return snprintf(to, size, "%s", names[((const struct graph_row *)row)->step]);
}

enum { TIME, TASK = 2, DURATION };
static struct field fields[] = {
	{"times", "TIME", FIELD_TEXT, FIELD_OFF | FIELD_TEXT_ONLY, 0, 0, 16, graph_time},
	{"cpu_text", "CPU", FIELD_TEXT, FIELD_TEXT_ONLY, 0, 0, 4, graph_cpu},
	{"task", "TASK-TID", FIELD_TEXT, FIELD_OFF | FIELD_TEXT_ONLY, 0, 0, -24, graph_task},
	{"duration", "DURATION", FIELD_TEXT, FIELD_TEXT_ONLY, 0, 0, -DURATION_WIDTH - 2, graph_duration},
	{"calls", " FUNCTION CALLS", FIELD_TEXT, FIELD_TEXT_ONLY, 0, 0, 0, graph_calls},
	FIELD(struct graph_row, cpu, FIELD_U32, FIELD_HIDDEN, 0),
	FIELD(struct graph_row, pid, FIELD_U32, FIELD_HIDDEN, 0),
	FIELD(struct graph_row, tid, FIELD_U32, FIELD_HIDDEN, 0),
	FIELD(struct graph_row, comm, FIELD_CHARS, FIELD_HIDDEN, 0),
	FIELD_MADE("func", format_function, FIELD_HIDDEN, 0),
	FIELD(struct graph_row, depth, FIELD_S32, FIELD_HIDDEN, 0),
	FIELD_MADE("step", format_step, FIELD_HIDDEN, 0),
	FIELD(struct graph_row, duration_ns, FIELD_NS, FIELD_HIDDEN, 0),
};
static const struct schema schema = {SCHEMA_FIELDS(fields), .row_size = sizeof(struct graph_row)};

/* Who runs is in each object, and with -P in each line. */
static bool keeps(const void *row)
{
	bool each_says = settings.json || funcgraph.process;

	return !each_says || ((const struct graph_row *)row)->step != GRAPH_SWITCH;
}

static int prepare(struct session *s)
{
	if (!s->argc)
		return fail(-EINVAL, "no function given; as in: funcgraph vfs_read");
	funcgraph.heading |= funcgraph.all;
	funcgraph.process |= funcgraph.all;
	funcgraph.time |= funcgraph.all;
	if (funcgraph.time)
		fields[TIME].flags &= ~(unsigned)FIELD_OFF;
	if (funcgraph.process)
		fields[TASK].flags &= ~(unsigned)FIELD_OFF;
	if (funcgraph.no_duration)
		fields[DURATION].flags |= FIELD_OFF;
	render_options.no_heading = !funcgraph.heading;
	render_options.unit = "lines";
	ksyms_needed();
	return targets_kernel(&funcgraph.targets, s->argv[0]);
}

static const char *const doctor_args[] = {"vfs_read", NULL};

const struct tool funcgraph_tool = {
	.name = "funcgraph",
	.summary = "What kernel functions call, and how long each call takes.",
	.arguments = "FUNCTION",
	.examples = "  funcgraph -p 1234 vfs_read        what reads of process 1234 go through\n"
				"  funcgraph -m 3 vfs_read           three levels of it\n"
				"  funcgraph -a -d 1 'ext4_file_*'   for a second, with all columns\n"
				"  funcgraph -C do_nanosleep         time on the CPU alone\n",
	.unit = "lines",
	.options = options,
	.takes = TAKES_PID | TAKES_TID | TAKES_COMM | TAKES_DURATION | TAKES_COMMAND | TAKES_BUFFER,
	.max_args = 1,
	.schema = &schema,
	.view = VIEW_EVENTS,
	.prepare = prepare,
	.keeps = keeps,
	.ftrace = &funcgraph_ftrace,
	.doctor_args = doctor_args,
};
