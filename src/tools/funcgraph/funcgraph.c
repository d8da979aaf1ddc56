// SPDX-License-Identifier: GPL-2.0-or-later
/* funcgraph - what kernel functions call, and how long each call takes, as it happens. */
#include "funcgraph.h"

#include "base/log.h"
#include "base/units.h"
#include "session/tool.h"
#include "sys/ksyms.h"
#include "tools/functions/duration.h"
#include "tools/functions/targets.h"

#include <errno.h>
#include <stdio.h>

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

static int format_time(char *to, size_t size, const struct field *f, const void *row)
{
	int n = units_uptime(to, size, (uint64_t)field_integer(f, row));

	return n + snprintf(to + n, size - (size_t)n, " |");
}

static int format_cpu(char *to, size_t size, const struct field *f, const void *row)
{
	return snprintf(to, size, "%u)", (unsigned)field_integer(f, row));
}

static int format_task(char *to, size_t size, const struct field *f, const void *row)
{
	const struct graph_row *r = row;
	char task[48];

	(void)f;
	snprintf(task, sizeof(task), "%.15s-%u", r->comm, r->tid);
	return snprintf(to, size, "%-22s |", task);
}

static int format_duration(char *to, size_t size, const struct field *f, const void *row)
{
	const struct graph_row *r = row;
	char text[32] = "";

	(void)f;
	if (r->step == GRAPH_LEAF || r->step == GRAPH_LEAVE)
		duration_text(text, sizeof(text), r->duration_ns);
	return snprintf(to, size, "%-*s |", DURATION_WIDTH, text);
}

/* As the kernel's function_graph prints calls */
static int format_calls(char *to, size_t size, const struct field *f, const void *row)
{
	const struct graph_row *r = row;
	int indent = r->depth > 0 && r->depth < 200 ? 2 * r->depth : 0;
	char name[128];

	ksym_field(name, sizeof(name), f, row);
	switch (r->step) {
	case GRAPH_ENTER:
		return snprintf(to, size, " %*s%s() {", indent, "", name);
	case GRAPH_LEAF:
		return snprintf(to, size, " %*s%s();", indent, "", name);
	case GRAPH_LEAVE:
		return snprintf(to, size, funcgraph.tails ? " %*s} /* %s */" : " %*s}", indent, "", name);
	case GRAPH_SWITCH:
		break;
	}
	return snprintf(to, size, "/* %.15s-%u runs here now */", r->comm, r->tid);
}

static int format_step(char *to, size_t size, const struct field *f, const void *row)
{
	static const char *const names[] = {"enter", "leaf", "leave", "switch"};

	return snprintf(to, size, "%s", names[field_integer(f, row)]);
}

static bool has_ended(const struct field *f, const void *row)
{
	enum graph_step step = ((const struct graph_row *)row)->step;

	(void)f;
	return step == GRAPH_LEAF || step == GRAPH_LEAVE;
}

enum { TIME, CPU, TASK, DURATION };
static struct field fields[] = {
	[TIME] = FIELD_MADE_OF("times", struct graph_row, time_ns, format_time, FIELD_OFF | FIELD_TEXT_ONLY, 16,
						   .title = "TIME", .spare = 2),
	[CPU] =
		FIELD_MADE_OF("cpu_text", struct graph_row, cpu, format_cpu, FIELD_TEXT_ONLY, 4, .title = "CPU", .spare = 1),
	[TASK] = FIELD_MADE("task", format_task, FIELD_OFF | FIELD_TEXT_ONLY, -24, .title = "TASK-TID", .spare = 3),
	[DURATION] = FIELD_MADE("duration", format_duration, FIELD_TEXT_ONLY, -DURATION_WIDTH - 2),
	FIELD_MADE_OF("calls", struct graph_row, function, format_calls, FIELD_TEXT_ONLY, 0, .title = " FUNCTION CALLS"),
	FIELD(struct graph_row, cpu, FIELD_U32, FIELD_HIDDEN, 0),
	FIELD(struct graph_row, pid, FIELD_U32, FIELD_HIDDEN | FIELD_TASK, 0),
	FIELD(struct graph_row, tid, FIELD_U32, FIELD_HIDDEN | FIELD_TASK, 0),
	FIELD_AS("uid", struct graph_row, tid, FIELD_U32, FIELD_HIDDEN | FIELD_BPF_ONLY, 0), /* and there is no BPF form */
	FIELD(struct graph_row, comm, FIELD_CHARS, FIELD_HIDDEN | FIELD_TASK, 0),
	FIELD_MADE_OF("func", struct graph_row, function, ksym_field, FIELD_HIDDEN, 0),
	FIELD(struct graph_row, depth, FIELD_S32, FIELD_HIDDEN, 0),
	FIELD_MADE_OF("step", struct graph_row, step, format_step, FIELD_HIDDEN, 0),
	FIELD_AS("latency_ns", struct graph_row, duration_ns, FIELD_NS, FIELD_HIDDEN, 0, .known = has_ended),
};
static const struct schema schema = {SCHEMA_FIELDS(fields), .row_size = sizeof(struct graph_row)};

/* Each JSON object says who runs, and with -P each line: then lines that say only that are dropped. */
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
	field_show(&fields[TIME], funcgraph.time);
	field_show(&fields[TASK], funcgraph.process);
	if (funcgraph.no_duration)
		fields[DURATION].flags |= FIELD_OFF;
	s->render.no_heading = !funcgraph.heading;
	ksyms_needed();
	return targets_kernel(&funcgraph.functions, s->argv[0]);
}

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
	.doctor_args = (const char *const[]){"vfs_read", NULL},
};
