// SPDX-License-Identifier: GPL-2.0-or-later
/* Columns of funcgraph: lines like those of the kernel's function_graph tracer, and histograms. */
#include "base/units.h"
#include "sys/ksyms.h"
#include "tools/functions/duration.h"
#include "funcgraph.h"
#include "signature.h"

#include <stdio.h>

static bool has_ended(const struct field *f, const void *row)
{
	enum graph_step step = ((const struct graph_row *)row)->step;

	(void)f;
	return step == GRAPH_LEAF || step == GRAPH_LEAVE;
}

static bool has_own(const struct field *f, const void *row)
{
	(void)f;
	return ((const struct graph_row *)row)->has_own;
}

static bool has_arguments(const struct field *f, const void *row)
{
	(void)f;
	return ((const struct graph_row *)row)->narguments;
}

static bool has_result(const struct field *f, const void *row)
{
	return has_ended(f, row) && signature_returns(row);
}

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

	if (has_ended(f, row) && (!funcgraph.own || r->has_own))
		duration_text(text, sizeof(text), funcgraph.own ? r->own_ns : r->duration_ns);
	return snprintf(to, size, "%-*s |", DURATION_WIDTH, text);
}

/* ---- calls ---- */

/* " = -ENOENT" */
static void result_text(char *to, size_t size, const struct field *f, const struct graph_row *r)
{
	char value[128];

	*to = '\0';
	if (!has_result(f, r))
		return;
	signature_result(value, sizeof(value), r);
	snprintf(to, size, " = %s", value);
}

/* As the kernel's function_graph prints calls */
static int format_calls(char *to, size_t size, const struct field *f, const void *row)
{
	const struct graph_row *r = row;
	int indent = r->depth > 0 && r->depth < 200 ? 2 * r->depth : 0;
	char name[128], arguments[1024] = "", result[140];

	ksym_field(name, sizeof(name), f, row);
	result_text(result, sizeof(result), f, r);
	if (r->narguments)
		signature_arguments(arguments, sizeof(arguments), r, '=');
	switch (r->step) {
	case GRAPH_ENTER:
		return snprintf(to, size, " %*s%s(%s) {", indent, "", name, arguments);
	case GRAPH_LEAF:
		return snprintf(to, size, " %*s%s(%s)%s;", indent, "", name, arguments, result);
	case GRAPH_LEAVE:
		return snprintf(to, size, funcgraph.tails ? " %*s}%s /* %s */" : " %*s}%s", indent, "", result, name);
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

static int format_arguments(char *to, size_t size, const struct field *f, const void *row)
{
	(void)f;
	return signature_arguments(to, size, row, '\0');
}

enum { TIME, CPU, TASK, DURATION, CALLS, ARGUMENTS, RESULT, OWN };
static struct field fields[] = {
	[TIME] = FIELD_MADE_OF("times", struct graph_row, time_ns, format_time, FIELD_OFF | FIELD_TEXT_ONLY, 16,
						   .title = "TIME", .spare = 2),
	[CPU] =
		FIELD_MADE_OF("cpu_text", struct graph_row, cpu, format_cpu, FIELD_TEXT_ONLY, 4, .title = "CPU", .spare = 1),
	[TASK] = FIELD_MADE("task", format_task, FIELD_OFF | FIELD_TEXT_ONLY, -24, .title = "TASK-TID", .spare = 3),
	[DURATION] = FIELD_MADE("duration", format_duration, FIELD_TEXT_ONLY, -DURATION_WIDTH - 2),
	[CALLS] = FIELD_MADE_OF("calls", struct graph_row, function, format_calls, FIELD_TEXT_ONLY, 0,
							.title = " FUNCTION CALLS"),
	[ARGUMENTS] = FIELD_MADE("args", format_arguments, FIELD_OFF | FIELD_PAIRS, 0, .known = has_arguments),
	[RESULT] = FIELD(struct graph_row, ret, FIELD_S64, FIELD_OFF, 0, .known = has_result),
	[OWN] = FIELD(struct graph_row, own_ns, FIELD_NS, FIELD_OFF, 0, .known = has_own),
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

const struct schema graph_schema = {SCHEMA_FIELDS(fields), .row_size = sizeof(struct graph_row)};

/* ---- histograms ---- */

static struct field hist_fields[] = {
	FIELD_MADE_OF("func", struct graph_hist, function, ksym_field, FIELD_KEY, -32),
	FIELD_AS("latency", struct graph_hist, hist, FIELD_HIST, 0, 0),
};

static int compare(const void *a, const void *b)
{
	const struct graph_hist *x = a, *y = b;
	uint64_t n = hist_count(&x->hist), m = hist_count(&y->hist);

	return n != m ? (n < m ? -1 : 1) : x->function < y->function ? 1 : x->function > y->function ? -1 : 0;
}

const struct schema graph_hist_schema = {
	SCHEMA_FIELDS(hist_fields), .key_size = sizeof(uint64_t), .row_size = sizeof(struct graph_hist), .unit = HIST_NS,
	.compare = compare,
};

/* For JSON alone */
static void hide(unsigned i, bool asked)
{
	if (asked)
		fields[i].flags = (fields[i].flags & ~FIELD_OFF) | FIELD_HIDDEN;
}

void graph_choose_columns(void)
{
	field_show(&fields[TIME], funcgraph.time);
	field_show(&fields[TASK], funcgraph.process);
	hide(ARGUMENTS, funcgraph.arguments);
	hide(RESULT, funcgraph.results);
	hide(OWN, funcgraph.own);
	if (funcgraph.no_duration)
		fields[DURATION].flags |= FIELD_OFF;
	if (funcgraph.own)
		hist_fields[1].name = "own";
}
