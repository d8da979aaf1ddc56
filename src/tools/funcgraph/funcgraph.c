// SPDX-License-Identifier: GPL-2.0-or-later
/* funcgraph - what kernel functions call, and how long each call takes, as it happens. */
#include "funcgraph.h"

#include "base/log.h"
#include "session/tool.h"
#include "sys/kernel_btf.h"
#include "sys/ksyms.h"
#include "tools/functions/targets.h"

#include <errno.h>

struct funcgraph_options funcgraph;

static const struct opt options[] = {
	OPT_FLAG('a', "all-info", &funcgraph.all, "all columns: as -H -P -t"),
	OPT_FLAG('A', "args", &funcgraph.arguments, "print arguments (Linux 6.15)"),
	OPT_FLAG('C', "on-cpu", &funcgraph.on_cpu, "durations without time asleep or preempted"),
	OPT_FLAG('D', "no-duration", &funcgraph.no_duration, "no durations"),
	OPT_FLAG('H', "header", &funcgraph.heading, "print column headings"),
	OPT_NUMBER('m', "max-depth", "N", &funcgraph.max_depth, 1, 1000, "not deeper than N levels"),
	OPT_TEXT('N', "notrace", "PATTERN", &funcgraph.without, "leave out these functions and what they call"),
	OPT_FLAG('P', "process", &funcgraph.process, "print names of processes, and threads, in each line"),
	OPT_FLAG('r', "retval", &funcgraph.results, "print results (Linux 6.5)"),
	OPT_FLAG('t', "time", &funcgraph.time, "print the time in seconds since boot"),
	OPT_FLAG('T', "tails", &funcgraph.tails, "name the function at its closing brace too"),
	OPT_FLAG(0, "no-irqs", &funcgraph.no_irqs, "without what interrupts call"),
	OPT_FLAG(0, "own", &funcgraph.own, "durations without the callees'"),
	OPT_FLAG(0, "hist", &funcgraph.hist, "a histogram of each FUNCTION; -m 2: of callees too"),
	OPT_DURATION('i', "interval", "TIME", &settings.interval_ns, "with --hist, a report each TIME"),
	OPT_END,
};

/* Each JSON object says who runs, and with -P each line: then lines that say only that are dropped. */
static bool keeps(const void *row)
{
	bool each_says = settings.json || funcgraph.process;

	return !each_says || ((const struct graph_row *)row)->step != GRAPH_SWITCH;
}

static int find_functions(struct session *s)
{
	int err = targets_kernel(&funcgraph.functions, s->argv, s->argc);

	return err || !funcgraph.without ? err : targets_kernel(&funcgraph.left_out, (char *const *)&funcgraph.without, 1);
}

static int check_options(struct session *s)
{
	if (!funcgraph.hist)
		return s->set->interval_ns ? fail(-EINVAL, "-i is for --hist: lines come as they happen") : 0;
	if (funcgraph.arguments || funcgraph.results)
		return fail(-EINVAL, "-A and -r are for lines, not for --hist");
	return 0;
}

/* What is followed anyway is what a histogram is made of: without -m of the functions alone. */
static void use_histograms(struct session *s)
{
	s->schema = &graph_hist_schema;
	s->view = VIEW_HIST;
	s->unit = "calls";
	if (!funcgraph.max_depth)
		funcgraph.max_depth = 1;
}

static int prepare(struct session *s)
{
	int err;

	if (!s->argc)
		return fail(-EINVAL, "no function given; as in: funcgraph vfs_read");
	err = check_options(s);
	if (err)
		return err;
	funcgraph.heading |= funcgraph.all;
	funcgraph.process |= funcgraph.all;
	funcgraph.time |= funcgraph.all;
	graph_choose_columns();
	s->render.no_heading = !funcgraph.heading;
	if (funcgraph.hist)
		use_histograms(s);
	if (funcgraph.arguments || funcgraph.results)
		kernel_btf_load(); /* without it values have no types */
	ksyms_needed();
	return find_functions(s);
}

const struct tool funcgraph_tool = {
	.name = "funcgraph",
	.summary = "What kernel functions call, and how long each call takes.",
	.arguments = "FUNCTION...",
	.examples = "  funcgraph -p 1234 vfs_read        what reads of process 1234 go through\n"
				"  funcgraph -m 3 vfs_read           three levels of it\n"
				"  funcgraph -a -d 1 'ext4_file_*'   for a second, with all columns\n"
				"  funcgraph -C do_nanosleep         time on the CPU alone\n"
				"  funcgraph --hist --own -m 2 vfs_read   each function's own time\n",
	.unit = "lines",
	.options = options,
	.takes = TAKES_PID | TAKES_TID | TAKES_COMM | TAKES_DURATION | TAKES_COMMAND | TAKES_BUFFER | TAKES_TABLE |
			 TAKES_TIMESTAMP,
	.max_args = 64,
	.schema = &graph_schema,
	.view = VIEW_EVENTS,
	.prepare = prepare,
	.boot = funcgraph_boot,
	.keeps = keeps,
	.ftrace = &funcgraph_ftrace,
	.doctor_args = (const char *const[]){"vfs_read", NULL},
	.doctor_variants = (const char *const[]){"--no-irqs", "--hist", "--own", NULL},
};
