// SPDX-License-Identifier: GPL-2.0-or-later
/* syscount - how many system calls, by whom, which, how they end and how long they take. */
#include "syscount.h"

#include "base/log.h"
#include "base/numbers.h"
#include "base/output.h"
#include "session/tool.h"
#include "sys/errnos.h"
#include "sys/syscalls.h"
#include "rows.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct syscount_options syscount;

static int parse_error(void *to, const char *text)
{
	return kernel_errno_parse(text, to) ? fail(-EINVAL, "-e %s: not an error; as in ENOENT or 2", text) : 0;
}

static const struct opt options[] = {
	OPT_FLAG('c', "syscalls", &syscount.by_call, "by system call"),
	OPT_FLAG('v', "pids", &syscount.by_pid, "by process: with the PID", .elsewhere = 'P'),
	OPT_FLAG(0, "threads", &syscount.by_tid, "by thread: with PID and TID"),
	OPT_FLAG(0, "errors", &syscount.by_error, "failed calls, by system call and error"),
	OPT_NUMBER('t', "top", "N", &syscount.top, 1, 1 << 30, "only the last N rows, those with most"),
	OPT_DURATION('i', "interval", "TIME", &settings.interval_ns, "a report every TIME, not only at the end"),
	OPT_FLAG('x', "failed", &syscount.failed, "only calls that failed"),
	OPT_PARSED('e', "errno", "ERRNO", &syscount.error, parse_error, "only calls that failed with this (ENOENT or 2)"),
	OPT_FLAG('L', "latency", &syscount.latency, "also total, average and longest time; by total time"),
	OPT_FLAG(0, "hist", &syscount.histogram, "with -L: a histogram of times for each row"),
	OPT_FLAG('l', "list", &syscount.list, "print numbers and names of system calls and exit"),
	OPT_NOTE('m', "(bcc's milliseconds): times choose their own unit"),
	OPT_END,
};

/* Refuses what a tool of the same name would take for the value of an option. */
static int check_command(const struct session *s)
{
	struct stat st;
	uint64_t number;

	if (!s->argc)
		return 0;
	if (!parse_number(s->argv[0], 0, UINT64_MAX, &number))
		return fail(-EINVAL, "%s is taken for a command; -t %s: the last %s rows, -i %s: an interval, -d %s: how long",
					s->argv[0], s->argv[0], s->argv[0], s->argv[0], s->argv[0]);
	if (strchr(s->argv[0], '/') && !stat(s->argv[0], &st) && S_ISDIR(st.st_mode))
		return fail(-EINVAL, "%s is a folder, not a command; for a cgroup use --cgroup %s", s->argv[0], s->argv[0]);
	return 0;
}

static int check(const struct session *s)
{
	if ((syscount.histogram || s->set->heatmap) && !syscount.latency)
		return fail(-EINVAL, "%s shows times: it needs -L", syscount.histogram ? "--hist" : "-H");
	return check_command(s);
}

static int prepare(struct session *s)
{
	if (syscount.list) {
		syscall_list();
		exit(output_close(EXIT_DONE));
	}
	if (check(s))
		return -EINVAL;
	if (s->argc)
		s->command = s->argv;
	syscount.histogram |= s->set->heatmap;
	if (s->set->heatmap && !s->set->interval_ns)
		settings.interval_ns = 1000000000;
	syscount.by_call |= syscount.by_error;
	syscount.by_pid |= syscount.by_tid;
	syscount.failed |= syscount.by_error || syscount.error;
	/* one heat map of everything, unless rows are asked for */
	syscount.by_comm = syscount.by_pid || !(syscount.by_call || s->set->heatmap);
	syscount_columns();
	if (syscount.histogram) {
		s->schema = &syscount_hist_schema;
		s->view = VIEW_HIST;
	}
	s->render.top = syscount.top;
	return 0;
}

const struct tool syscount_tool = {
	.name = "syscount",
	.summary = "System calls: how many, by whom, which, how long.",
	.arguments = "[COMMAND [ARGUMENT...]]",
	.examples = "  syscount                  by process name, until Ctrl-C\n"
				"  syscount -c -d 5          by system call, for 5 s\n"
				"  syscount -cv -p 1234      those of process 1234\n"
				"  syscount -c ls -l         those of ls and its children\n"
				"  syscount -cL -t 10 -i 1   every second, the 10 that took most time\n"
				"  syscount --errors -d 10   which fail, and why\n"
				"  syscount -LH -p 1234 -i 1 a heat map of their times\n",
	.unit = "calls",
	.options = options,
	.takes = TAKES_TASK | TAKES_HEATMAP | TAKES_TABLE | TAKES_TIMESTAMP | TAKES_DURATION | TAKES_BUFFER | TAKES_REPLAY,
	.max_args = -1,
	.schema = &syscount_schema,
	.view = VIEW_TABLE,
	.prepare = prepare,
	.bpf = &syscount_bpf_recipe,
	.ftrace = &syscount_ftrace,
	.doctor_variants =
		(const char *const[]){"-c", "-v", "--threads", "--errors", "-x", "-L", "-L --hist", "-c -L", NULL},
};
