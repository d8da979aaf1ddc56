// SPDX-License-Identifier: GPL-2.0-or-later
#include "columns.h"

#include "sys/ksyms.h"
#include "ftrace.h"
#include "tools/functions/duration.h"

#include <inttypes.h>
#include <stdio.h>

int graph_time(char *to, size_t size, const void *row)
{
	uint64_t us = ((const struct graph_row *)row)->time_ns / 1000;

	return snprintf(to, size, "%" PRIu64 ".%06u |", us / 1000000, (unsigned)(us % 1000000));
}

int graph_cpu(char *to, size_t size, const void *row)
{
	return snprintf(to, size, "%u)", ((const struct graph_row *)row)->cpu);
}

int graph_task(char *to, size_t size, const void *row)
{
	const struct graph_row *r = row;
	char task[48];

	snprintf(task, sizeof(task), "%.15s-%u", r->comm, r->tid);
	return snprintf(to, size, "%-22s |", task);
}

int graph_duration(char *to, size_t size, const void *row)
{
	const struct graph_row *r = row;
	char text[32] = "";

	if (r->step == GRAPH_LEAF || r->step == GRAPH_LEAVE)
		duration_text(text, sizeof(text), r->duration_ns);
	return snprintf(to, size, "%-*s |", DURATION_WIDTH, text);
}

int graph_calls(char *to, size_t size, const void *row)
{
	const struct graph_row *r = row;
	int indent = r->depth > 0 && r->depth < 200 ? 2 * r->depth : 0;
	char name[128];

	ksym_name(name, sizeof(name), r->function);
	switch (r->step) {
	case GRAPH_ENTER:
		return snprintf(to, size, " %*s%s() {", indent, "", name);
	case GRAPH_LEAF:
		return snprintf(to, size, " %*s%s();", indent, "", name);
	case GRAPH_LEAVE:
		return snprintf(to, size, funcgraph.tails ? " %*s} /* %s */" : " %*s}", indent, "", name);
	case GRAPH_SWITCH:
		break;
	}
	return snprintf(to, size, "/* %.15s-%u runs here now */", r->comm, r->tid);
}
