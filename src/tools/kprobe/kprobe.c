// SPDX-License-Identifier: GPL-2.0-or-later
/* kprobe - any kernel function: its calls or returns with what they are given, or what they add up to. */
#include "base/log.h"
#include "probe/places.h"
#include "sys/tracefs.h"
#include "tools/generic/generic.h"
#include "tools/generic/list.h"
#include "tools/generic/source.h"

#include <errno.h>
#include <stdlib.h>

static struct generic kprobe = {.probe.target = TARGET_KERNEL};
static bool headings, list, externs;
static const char *prototype, *lines, *variables;
static const struct opt options[] = {
	GENERIC_OPTIONS(kprobe),
	OPT_FLAG(0, "latency", &kprobe.latency, "histogram of the time from entry to return"),
	OPT_FLAG('s', "stack", &kprobe.stacks, "below each event its stack: kernel and program", .elsewhere = 'K'),
	OPT_TEXT(0, "args", "FUNCTION", &prototype, "print what the function is given and returns, and end"),
	OPT_FLAG('l', "list", &list, "list functions; an argument is a pattern"),
	OPT_FLAG(0, "funcs", &list, "list functions, as perf probe calls it", .rare = true),
	GENERIC_SOURCE_OPTIONS(lines, variables, externs),
	OPT_TEXT(0, "vmlinux", "FILE", &probe_sources.vmlinux, "the kernel's, or the module's, debug information",
			 .rare = true),
	OPT_TEXT(0, "module", "NAME", &probe_sources.module, "places are in this module; NAME may be its file",
			 .rare = true),
	OPT_FLAG('H', "header", &headings, "column headings; they are always printed", .rare = true),
	OPT_FLAG('F', "force", &kprobe.probe.force,
			 "try a function that no list has;\n"
			 "the kernel itself refuses what it must",
			 .rare = true),
	OPT_NOTE('v', "(perf-tools' view): --args FUNCTION shows what it is given and returns"),
	OPT_END,
};

static int prepare(struct session *s)
{
	if (list)
		exit(generic_list_functions(s->argv[0]));
	if (prototype)
		exit(generic_show_prototype(prototype));
	if (lines)
		exit(generic_show_lines(TARGET_KERNEL, lines));
	if (variables)
		exit(generic_show_variables(TARGET_KERNEL, variables, externs));
	if (!s->argc)
		return fail(-EINVAL, "a definition is needed, as in: kprobe p:vfs_read; kprobe -l '*read*' lists functions");
	tracefs_find_readable(&s->why); /* without it other lists of functions serve */
	return generic_prepare(s, &kprobe);
}

const struct tool kprobe_tool = {
	.name = "kprobe",
	.summary = "Any kernel function: its calls, or what they add up to.",
	.arguments = "DEFINITION [FILTER] [interval [count]]",
	.examples = "  kprobe p:do_sys_openat2                                  calls\n"
				"  kprobe 'r:vfs_read $retval'                              their values\n"
				"  kprobe 'p:vfs_read file->f_inode->i_size count'          arguments by name\n"
				"  kprobe 'p:vfs_read $$args' 'count > 4096'                all of them; a filter\n"
				"  kprobe 'p:myopen do_sys_openat2 filename=+0(%si):string' registers\n"
				"  kprobe 'getname_flags:65 result->name'                   at a line: --vars\n"
				"  kprobe -s p:tcp_retransmit_skb                           its callers\n"
				"  kprobe --count=comm p:vfs_fsync 1                        counted each second\n"
				"  kprobe --hist ret --by comm 'r:vfs_read ret=$retval:s64' sizes by process\n"
				"  kprobe --latency --by comm p:vfs_fsync                   how long it takes\n"
				"  kprobe --args vfs_read                                   its prototype\n",
	GENERIC_TOOL,
	.options = options,
	.prepare = prepare,
	.boot = generic_boot,
	.doctor_args = (const char *const[]){"p:vfs_read", NULL},
	.doctor_variants = (const char *const[]){"--count", "--count=comm", "--latency", "--stacks", "-s", NULL},
};
