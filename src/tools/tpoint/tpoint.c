// SPDX-License-Identifier: GPL-2.0-or-later
/* tpoint - any tracepoint: its events, or what they add up to. */
#include "base/log.h"
#include "sys/tracefs.h"
#include "tools/generic/generic.h"
#include "tools/generic/list.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static struct generic tpoint = {.probe.target = TARGET_TRACEPOINT};
static bool headings, list, show_format;
static const struct opt options[] = {
	GENERIC_OPTIONS(tpoint),
	OPT_FLAG('s', "stack", &tpoint.stacks, "below each event its stack: kernel and program", .elsewhere = 'K'),
	OPT_FLAG('v', "view", &show_format, "print the tracepoint's fields and format, and end"),
	OPT_FLAG('l', "list", &list, "list tracepoints; an argument is a pattern"),
	OPT_FLAG('H', "header", &headings, "column headings; they are always printed"),
	OPT_END,
};

static int prepare(struct session *s)
{
	if (list)
		exit(generic_list_tracepoints(s->argv[0]));
	if (!s->argc)
		return fail(-EINVAL, "a tracepoint is needed, as in: tpoint block:block_rq_issue; tpoint -l lists them");
	if (show_format && strpbrk(s->argv[0], "*?["))
		return fail(-EINVAL, "%s: -v shows one tracepoint; tpoint -l '%s' lists them", s->argv[0], s->argv[0]);
	if (show_format)
		exit(generic_show_format(s->argv[0]));
	return tracefs_needed("") ? -ENOSYS : generic_prepare(s, &tpoint);
}

const struct tool tpoint_tool = {
	.name = "tpoint",
	.summary = "Any tracepoint: its events, or what they add up to.",
	.arguments = "TRACEPOINT [FILTER] [interval [count]]",
	.examples = "  tpoint block:block_rq_issue                            every disk I/O\n"
				"  tpoint block:block_rq_insert 'rwbs ~ \"*R*\"'            only reads\n"
				"  tpoint 'sched:*switch' -- make                         all that the glob names\n"
				"  tpoint -s block:block_rq_insert                        with the stack of each\n"
				"  tpoint 'syscalls:sys_enter_openat +0($filename):ustring' behind a pointer\n"
				"  tpoint -v block:block_rq_issue                         its fields and format\n"
				"  tpoint -l '*open*'                                     tracepoints with \"open\"\n"
				"  tpoint --count=comm,rwbs block:block_rq_issue 1        counted each second\n"
				"  tpoint --hist bytes --by rwbs block:block_rq_issue     sizes by kind of I/O\n"
				"  tpoint --sum bytes_alloc --by call_site kmem:kmalloc   bytes by caller\n"
				"  tpoint --stacks kmem:kmalloc 'bytes_req > 1000'        who, for a flame graph\n",
	GENERIC_TOOL,
	.options = options,
	.prepare = prepare,
	.boot = generic_boot,
	.doctor_args = (const char *const[]){"sched:sched_process_exec", NULL},
	.doctor_variants = (const char *const[]){"--count", "--count=comm", "--stacks", "-s", NULL},
};
