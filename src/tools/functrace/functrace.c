// SPDX-License-Identifier: GPL-2.0-or-later
/* functrace - calls of kernel functions, one by one. */
#include "functrace.h"

#include "base/log.h"
#include "session/tool.h"
#include "source/bpf/function_attach.h"
#include "source/bpf/object.h"
#include "sys/ksyms.h"
#include "tools/functions/targets.h"
#include "functrace.skel.h"

#include <errno.h>

struct functrace_options functrace;

static const struct opt options[] = {
	OPT_FLAG('H', "header", &functrace.heading, "print column headings"),
	OPT_END,
};

static int format_task(char *to, size_t size, const struct field *f, const void *row)
{
	const struct call_row *r = row;

	(void)f;
	return snprintf(to, size, "%.15s-%u", r->comm, r->tid);
}

static int format_cpu(char *to, size_t size, const struct field *f, const void *row)
{
	return snprintf(to, size, "[%03u]", (unsigned)field_integer(f, row));
}

static int format_function(char *to, size_t size, const struct field *f, const void *row)
{
	if (ksyms_problem() && functrace.functions.n == 1)
		return snprintf(to, size, "%s", functrace.functions.list[0].name);
	return ksym_field(to, size, f, row);
}

static int format_call(char *to, size_t size, const struct field *f, const void *row)
{
	int at = format_function(to, size, f, row);

	at += snprintf(to + at, size - (size_t)at, " <-");
	return at + ksym_name(to + at, size - (size_t)at, ((const struct call_row *)row)->caller);
}

static const struct field fields[] = {
	FIELD_MADE("task", format_task, FIELD_TEXT_ONLY, 22, .title = "TASK-TID"),
	FIELD_MADE_OF("cpu_text", struct call_row, cpu, format_cpu, FIELD_TEXT_ONLY, -5, .title = "CPU", .spare = 1),
	FIELD_AS("times", struct call_row, time_ns, FIELD_UPTIME, FIELD_TEXT_ONLY, -16, .title = "TIMEs", .spare = 2),
	FIELD_MADE_OF("call", struct call_row, function, format_call, FIELD_TEXT_ONLY, 0, .title = "FUNCTION <-CALLER"),
	FIELD(struct call_row, cpu, FIELD_U32, FIELD_HIDDEN, 0),
	FIELD(struct call_row, pid, FIELD_U32, FIELD_HIDDEN | FIELD_TASK, 0),
	FIELD(struct call_row, tid, FIELD_U32, FIELD_HIDDEN | FIELD_TASK, 0),
	FIELD(struct call_row, uid, FIELD_U32, FIELD_HIDDEN | FIELD_TASK | FIELD_BPF_ONLY, 0),
	FIELD(struct call_row, comm, FIELD_CHARS, FIELD_HIDDEN | FIELD_TASK, 0),
	FIELD_MADE_OF("func", struct call_row, function, format_function, FIELD_HIDDEN, 0),
	FIELD_MADE_OF("caller", struct call_row, caller, ksym_field, FIELD_HIDDEN, 0),
};
static const struct schema schema = {SCHEMA_FIELDS(fields), .row_size = sizeof(struct call_row)};

static int prepare(struct session *s)
{
	if (!s->argc)
		return fail(-EINVAL, "no function given; as in: functrace 'tcp_retransmit*'");
	s->render.no_heading = !functrace.heading;
	ksyms_needed();
	return targets_kernel(&functrace.functions, s->argv, s->argc);
}

static struct function_programs programs_of(struct functrace_bpf *o)
{
	return (struct function_programs){.multi = o->progs.functions, .single = o->progs.function};
}

static int open_bpf(struct session *s)
{
	struct functrace_bpf *o = bpf_open(s, functrace_bpf);
	struct function_programs programs;

	if (!o)
		return -errno;
	programs = programs_of(o);
	return function_attach_choose(s, &programs, functrace.functions.n, FUNCTIONS_SINGLE);
}

static int attach_bpf(struct session *s)
{
	struct function_programs programs = programs_of(bpf_skeleton_of(s));

	return function_attach(s, &programs, &functrace.functions);
}

static const struct bpf_recipe bpf = {.open = open_bpf, .attach = attach_bpf};
const struct tool functrace_tool = {
	.name = "functrace",
	.summary = "Calls of kernel functions, one by one, with their callers.",
	.arguments = "FUNCTION",
	.examples = "  functrace do_nanosleep            each call, until Ctrl-C\n"
				"  functrace -p 1234 'ext4_z*'       of process 1234\n"
				"  functrace -H -d 1 'tcp_retrans*'  for a second, with headings\n"
				"  functrace -j vfs_read -- ls       of one command, as JSON\n",
	.unit = "calls",
	.options = options,
	.takes = TAKES_TASK | TAKES_DURATION | TAKES_COMMAND | TAKES_BUFFER | TAKES_TIMELINE,
	.max_args = 1,
	.schema = &schema,
	.view = VIEW_EVENTS,
	.prepare = prepare,
	.boot = functrace_boot,
	.bpf = &bpf,
	.ftrace = &functrace_ftrace,
	.doctor_args = (const char *const[]){"vfs_read", NULL},
};
