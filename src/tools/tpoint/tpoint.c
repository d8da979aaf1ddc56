// SPDX-License-Identifier: GPL-2.0-or-later
/* tpoint - any tracepoint: its events, or what they add up to. */
#include "base/log.h"
#include "probe/fields.h"
#include "sys/tracefs.h"
#include "tools/generic/generic.h"

#include <errno.h>
#include <stdlib.h>

static bool headings;
static const struct opt options[] = {
	PROBING_OPTIONS,
	OPT_FLAG('s', "stack", &generic.stacks, "the kernel's stack below each event"),
	OPT_FLAG('v', "view", &generic.show_format, "print the tracepoint's fields and format, and end"),
	OPT_FLAG('l', "list", &generic.list, "list tracepoints; an argument is a pattern"),
	OPT_FLAG('H', "header", &headings, "column headings; they are always printed"),
	OPT_END,
};

static int prepare(struct session *s)
{
	if (generic.list)
		exit(generic_list_tracepoints(s->argv[0]));
	if (!s->argc)
		return fail(-EINVAL, "a tracepoint is needed, as in: tpoint block:block_rq_issue; tpoint -l lists them");
	if (generic.show_format)
		exit(generic_show_format(s->argv[0]));
	if (tracefs_find(&s->why))
		return fail(-ENOENT, "%s", s->why.text);
	if (probe_tracepoint(&generic.probe, s->argv[0]) || generic_arguments(s, 1))
		return -EINVAL;
	if (settings.json && generic.view == PROBE_ROWS) /* text has them all in one */
		probe_add_fields(&generic.probe);
	return generic_prepare(s);
}

static const char *const doctor_args[] = {"sched:sched_process_exec", NULL};

static const char *const variants[] = {"--count", "--count=comm", "--stacks", "-s", NULL};

const struct tool tpoint_tool = {
	.name = "tpoint",
	.summary = "Any tracepoint: its events, or what they add up to.",
	.arguments = "TRACEPOINT [FILTER] [interval [count]]",
	.examples = "  tpoint block:block_rq_issue                            every disk I/O\n"
				"  tpoint block:block_rq_insert 'rwbs ~ \"*R*\"'            only reads\n"
				"  tpoint -s block:block_rq_insert                        with the kernel's stack\n"
				"  tpoint -v block:block_rq_issue                         its fields and format\n"
				"  tpoint -l '*open*'                                     tracepoints with \"open\"\n"
				"  tpoint --count=comm,rwbs block:block_rq_issue 1        counted each second\n"
				"  tpoint --hist bytes --by rwbs block:block_rq_issue     sizes by kind of I/O\n"
				"  tpoint --sum bytes_alloc --by call_site kmem:kmalloc   bytes by caller\n"
				"  tpoint --stacks kmem:kmalloc 'bytes_req > 1000'        who, for a flame graph\n",
	.unit = "events",
	.options = options,
	.takes = TAKES_TASK | TAKES_DURATION | TAKES_TIMESTAMP | TAKES_COMMAND | TAKES_BUFFER,
	.max_args = 4,
	.view = VIEW_EVENTS,
	.prepare = prepare,
	.bpf = &generic_bpf,
	.ftrace = &generic_ftrace,
	.doctor_args = doctor_args,
	.doctor_variants = variants,
};
