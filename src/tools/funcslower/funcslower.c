// SPDX-License-Identifier: GPL-2.0-or-later
/* funcslower - calls of kernel functions that take longer than a threshold. */
#include "funcslower.h"

#include "base/log.h"
#include "base/numbers.h"
#include "session/tool.h"
#include "sys/ksyms.h"
#include "tools/functions/duration.h"
#include "tools/functions/targets.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

struct funcslower_options funcslower;

static const struct opt options[] = {
	OPT_FLAG('a', "all-info", &funcslower.all, "all columns: as -H -P -t"),
	OPT_FLAG('C', "on-cpu", &funcslower.on_cpu, "only time on a CPU, not that asleep or preempted"),
	OPT_FLAG('H', "header", &funcslower.heading, "print column headings"),
	OPT_FLAG('P', "process", &funcslower.process, "print names of processes, and threads"),
	OPT_FLAG('t', "time", &funcslower.time, "print the time of the return in seconds since boot", .elsewhere = 'T'),
	OPT_NUMBER('A', "args", "N", &funcslower.args, 1, CALL_ARGS, "print N arguments and the result (BPF only)"),
	OPT_FLAG('K', "stack", &funcslower.stack, "print kernel stacks (BPF only)"),
	OPT_NOTE('m', "(bcc's milliseconds at least): write them behind the function, as in: funcslower vfs_read 10ms"),
	OPT_NOTE('U', "(bcc's user stack): here only the kernel's, with -K"),
	OPT_NOTE('f', "(bcc's folded stacks): kprobe --stacks FUNCTION prints such, of all calls"),
	OPT_END,
};

static int format_duration(char *to, size_t size, const struct field *f, const void *row)
{
	return duration_text(to, size, (uint64_t)field_integer(f, row));
}

static int format_function(char *to, size_t size, const struct field *f, const void *row)
{
	if (funcslower.functions.n == 1)
		return snprintf(to, size, "%s", funcslower.functions.list[0].name);
	return ksym_field(to, size, f, row);
}

static int format_args(char *to, size_t size, const struct field *f, const void *row)
{
	int at = 0;

	(void)f;
	for (uint64_t i = 0; i < funcslower.args && (size_t)at < size; i++)
		at += snprintf(to + at, size - (size_t)at, "%s0x%" PRIx64, i ? " " : "",
					   (uint64_t)((const struct slow_row *)row)->args[i]);
	return at;
}

/* The bits of the register, whatever the argument's type is */
static int format_arg(char *to, size_t size, const struct field *f, const void *row)
{
	return snprintf(to, size, "0x%" PRIx64, (uint64_t)field_integer(f, row));
}

/* In JSON as items */
static int format_stack(char *to, size_t size, const struct field *f, const void *row)
{
	const struct slow_row *r = row;
	uint32_t depth = r->depth < SLOW_STACK ? r->depth : SLOW_STACK;

	return ksym_stack(to, size, (const uint64_t *)r->stack, depth, f->flags & FIELD_ITEMS ? '\0' : '<');
}

enum { UPTIME, CPU, COMM, TID, PID, UID, LATENCY, DURATION, FUNC, RESULT, ARGS, STACK, ITEMS, ARG1 };
#define ARGUMENT(i, name_)                                                    \
	[ARG1 + (i)] = FIELD_MADE_OF(name_, struct slow_row, args[i], format_arg, \
								 FIELD_BPF_ONLY | FIELD_HIDDEN | FIELD_OFF | FIELD_ARGUMENT, 0)
static struct field fields[] = {
	[UPTIME] = FIELD_EVENT_UPTIME("times", "TIMEs"),
	[CPU] = FIELD(struct slow_row, cpu, FIELD_U32, 0, 3, .spare = 1),
	[COMM] = FIELD(struct slow_row, comm, FIELD_CHARS, FIELD_HIDDEN | FIELD_TASK, -16, .spare = 3),
	[TID] = FIELD(struct slow_row, tid, FIELD_U32, FIELD_HIDDEN | FIELD_TASK, -7, .spare = 2),
	[PID] = FIELD(struct slow_row, pid, FIELD_U32, FIELD_HIDDEN | FIELD_TASK, 0),
	[UID] = FIELD(struct slow_row, uid, FIELD_U32, FIELD_HIDDEN | FIELD_TASK | FIELD_BPF_ONLY, 0),
	[LATENCY] = FIELD(struct slow_row, latency_ns, FIELD_NS, FIELD_HIDDEN, 0),
	[DURATION] =
		FIELD_MADE_OF("duration", struct slow_row, latency_ns, format_duration, FIELD_TEXT_ONLY, -DURATION_WIDTH - 1),
	[FUNC] = FIELD_MADE_OF("func", struct slow_row, function, format_function, 0, -28, .least = 12),
	[RESULT] = FIELD_AS("ret", struct slow_row, result, FIELD_S64, FIELD_BPF_ONLY | FIELD_OFF, 12, .title = "RETURN",
						.spare = 5),
	[ARGS] =
		FIELD_MADE("args", format_args, FIELD_BPF_ONLY | FIELD_OFF | FIELD_TEXT_ONLY, -40, .spare = 4, .least = 16),
	[STACK] = FIELD_MADE("stack", format_stack, FIELD_BPF_ONLY | FIELD_OFF | FIELD_TEXT_ONLY, 0),
	[ITEMS] = FIELD_MADE("stack", format_stack, FIELD_BPF_ONLY | FIELD_OFF | FIELD_HIDDEN | FIELD_ITEMS, 0),
	ARGUMENT(0, "arg1"),
	ARGUMENT(1, "arg2"),
	ARGUMENT(2, "arg3"),
	ARGUMENT(3, "arg4"),
	ARGUMENT(4, "arg5"),
	ARGUMENT(5, "arg6"),
};
static const struct schema schema = {SCHEMA_FIELDS(fields), .row_size = sizeof(struct slow_row)};

/* A number without a unit is microseconds. */
static int parse_threshold(const char *text)
{
	uint64_t us;

	if (!parse_number(text, 0, UINT64_MAX / 1000, &us))
		funcslower.threshold_ns = us * 1000;
	else if (strspn(text, "0123456789.") == strlen(text) || parse_duration(text, &funcslower.threshold_ns))
		return fail(-EINVAL,
					"%s: not a threshold; write whole microseconds, or 10ms (several functions are one pattern)", text);
	return 0;
}

static int prepare(struct session *s)
{
	if (s->argc < 2)
		return fail(-EINVAL, "a function and a threshold in microseconds are needed, as in: funcslower vfs_read 10000");
	if (parse_threshold(s->argv[1]))
		return -EINVAL;
	field_show(&fields[UPTIME], funcslower.time || funcslower.all);
	field_show(&fields[COMM], funcslower.process || funcslower.all);
	field_show(&fields[TID], funcslower.process || funcslower.all);
	field_show(&fields[RESULT], funcslower.args);
	field_show(&fields[ARGS], funcslower.args);
	field_show(&fields[STACK], funcslower.stack);
	fields[ITEMS].flags &= funcslower.stack ? ~(unsigned)FIELD_OFF : ~0U;
	for (uint64_t i = 0; i < funcslower.args; i++)
		fields[ARG1 + i].flags &= ~(unsigned)FIELD_OFF;
	s->render.no_heading = !funcslower.heading && !funcslower.all;
	if (targets_kernel(&funcslower.functions, s->argv, 1))
		return -EINVAL;
	if (funcslower.functions.n > 1 || funcslower.stack)
		ksyms_needed();
	return 0;
}

const struct tool funcslower_tool = {
	.name = "funcslower",
	.summary = "Calls of kernel functions that take longer than a threshold.",
	.arguments = "FUNCTION MICROSECONDS",
	.examples = "  funcslower vfs_read 10000         reads of 10 ms and more\n"
				"  funcslower -a vfs_read 10ms       with processes, times and headings\n"
				"  funcslower -C 'ext4_*' 200        200 us on the CPU\n"
				"  funcslower -A 3 -K vfs_fsync 0    every one, with arguments, result and stack\n",
	.unit = "slow calls",
	.options = options,
	.takes = TAKES_TASK | TAKES_DURATION | TAKES_COMMAND | TAKES_BUFFER | TAKES_TIMELINE,
	.max_args = 2,
	.schema = &schema,
	.view = VIEW_EVENTS,
	.prepare = prepare,
	.bpf = &funcslower_bpf_recipe,
	.ftrace = &funcslower_ftrace,
	.doctor_args = (const char *const[]){"vfs_read", "1000", NULL},
	.doctor_variants = (const char *const[]){"-C", "-A 2", "-K", NULL},
};
