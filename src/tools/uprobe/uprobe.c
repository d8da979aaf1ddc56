// SPDX-License-Identifier: GPL-2.0-or-later
/* uprobe - any function of a program or library: its calls or returns, or what they add up to. */
#include "base/log.h"
#include "probe/definition.h"
#include "tools/generic/generic.h"

#include <errno.h>
#include <stdlib.h>

static bool headings, force;
static const char *list, *prototypes;
static const struct opt options[] = {
	PROBING_OPTIONS,
	OPT_FLAG(0, "latency", &generic.latency, "histogram of the time from entry to return"),
	OPT_FLAG('s', "stack", &generic.stacks, "the program's stack below each event"),
	OPT_TEXT('l', "list", "PROGRAM", &list, "list its functions; PROGRAM:PATTERN for some"),
	OPT_TEXT(0, "args", "PROGRAM:FUNCTION", &prototypes, "what it is given and returns, by debug information"),
	OPT_FLAG('H', "header", &headings, "column headings; they are always printed"),
	OPT_FLAG('F', "force", &force, "perf-tools' word for old kernels; not needed here"),
	OPT_END,
};

static int prepare(struct session *s)
{
	if (list)
		exit(generic_list_user(list));
	if (prototypes)
		exit(generic_show_user_prototypes(prototypes));
	if (!s->argc)
		return fail(-EINVAL, "a definition is needed, as in: uprobe p:libc:malloc; uprobe -l libc lists functions");
	generic.probe.target = TARGET_USER;
	if (probe_define(&generic.probe, s->argv[0]) || generic_arguments(s, 1))
		return -EINVAL;
	return generic_prepare(s);
}

static const char *const doctor_args[] = {"p:" DOCTOR_FUNCTION, NULL};

static const char *const variants[] = {"--count", "--count=comm", "--latency", "--stacks", "-s", NULL};

const struct tool uprobe_tool = {
	.name = "uprobe",
	.summary = "Any function of programs: its calls, or what they add up to.",
	.arguments = "DEFINITION [FILTER] [interval [count]]",
	.examples = "  uprobe p:bash:readline                           calls, of every bash\n"
				"  uprobe 'r:bash:readline +0($retval):string'      what it returns\n"
				"  uprobe 'p:libc:getaddrinfo host=+0(%di):string'  registers\n"
				"  uprobe 'p:./prog:insert list->size'              names, if compiled with -g\n"
				"  uprobe -p 1234 p:libc:malloc                     one process\n"
				"  uprobe --hist size 'p:libc:malloc size=$arg1:u64' sizes\n"
				"  uprobe --latency --by comm p:libc:getaddrinfo    how long it takes\n"
				"  uprobe --stacks p:libc:malloc                    who, for a flame graph\n"
				"  uprobe -l 'libc:*open*'                          functions\n",
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
