// SPDX-License-Identifier: GPL-2.0-or-later
/* uprobe - any function of a program or library: its calls or returns, or what they add up to. */
#include "base/log.h"
#include "probe/places.h"
#include "tools/generic/generic.h"
#include "tools/generic/list.h"
#include "tools/generic/source.h"

#include <errno.h>
#include <stdlib.h>

static struct generic uprobe = {.probe.target = TARGET_USER};
static bool headings, force, externs;
static const char *list, *prototypes, *lines, *variables;
static const struct opt options[] = {
	GENERIC_OPTIONS(uprobe),
	OPT_FLAG(0, "latency", &uprobe.latency, "histogram of the time from entry to return"),
	OPT_FLAG('s', "stack", &uprobe.stacks, "the program's stack below each event", .elsewhere = 'U'),
	OPT_TEXT('l', "list", "PROGRAM", &list, "list its functions; PROGRAM:PATTERN for some"),
	OPT_TEXT(0, "funcs", "PROGRAM", &list, "list functions, as perf probe calls it", .rare = true),
	OPT_TEXT(0, "args", "FUNCTION", &prototypes, "what PROGRAM:FUNCTION is given, by debug information"),
	GENERIC_SOURCE_OPTIONS(lines, variables, externs),
	OPT_FLAG('H', "header", &headings, "column headings; they are always printed", .rare = true),
	OPT_FLAG('F', "force", &force, "perf-tools' word for old kernels; not needed here", .rare = true),
	OPT_NOTE('v', "(perf-tools' view): --args PROGRAM:FUNCTION shows what it is given and returns"),
	OPT_END,
};

static int prepare(struct session *s)
{
	if (list)
		exit(generic_list_user(list));
	if (prototypes)
		exit(generic_show_user_prototypes(prototypes));
	if (lines)
		exit(generic_show_lines(TARGET_USER, lines));
	if (variables)
		exit(generic_show_variables(TARGET_USER, variables, externs));
	if (!s->argc)
		return fail(-EINVAL, "a definition is needed, as in: uprobe p:libc:malloc; uprobe -l libc lists functions");
	return generic_prepare(s, &uprobe);
}

const struct tool uprobe_tool = {
	.name = "uprobe",
	.summary = "Any function of programs: its calls, or what they add up to.",
	.arguments = "DEFINITION [FILTER] [interval [count]]",
	.examples = "  uprobe p:bash:readline                           calls, of every bash\n"
				"  uprobe 'r:bash:readline +0($retval):string'      what it returns\n"
				"  uprobe 'p:libc:getaddrinfo host=+0(%di):string'  registers\n"
				"  uprobe 'p:./prog:insert list->size'              names, if compiled with -g\n"
				"  uprobe 'p:./prog:main.c:12 total'                a line of the source: --lines\n"
				"  uprobe -p 1234 p:libc:malloc                     one process\n"
				"  uprobe --hist n 'p:libc:malloc n=$arg1:u64'      sizes\n"
				"  uprobe --latency --by comm p:libc:getaddrinfo    how long it takes\n"
				"  uprobe --stacks p:libc:malloc                    who, for a flame graph\n"
				"  uprobe -l 'libc:*open*'                          functions\n",
	GENERIC_TOOL,
	.options = options,
	.prepare = prepare,
	.doctor_args = (const char *const[]){"p:" DOCTOR_FUNCTION, NULL},
	.doctor_variants = (const char *const[]){"--count", "--count=comm", "--latency", "--stacks", "-s", NULL},
};
