/* SPDX-License-Identifier: GPL-2.0-or-later */
/* funcgraph.h - what the tool funcgraph and its only form, ftrace, share. */
#pragma once

#include "base/schema.h"
#include "sys/functions.h"

#include <ktally/filter.h>

#define GRAPH_ARGUMENTS 8 /* registers in which arguments come: the kernel keeps 6 of x86, 8 of arm64 */

enum graph_step {
	GRAPH_ENTER,  /* func() { */
	GRAPH_LEAF,	  /* func(); called nothing that is traced */
	GRAPH_LEAVE,  /* } */
	GRAPH_SWITCH, /* another task on this CPU */
};

struct graph_row {
	uint64_t time_ns;
	uint64_t duration_ns; /* of a leaf and a return */
	uint64_t own_ns;	  /* of it without its callees */
	uint64_t function;
	uint64_t result; /* the register */
	int64_t ret;	 /* what it means */
	uint64_t arguments[GRAPH_ARGUMENTS];
	uint32_t narguments;
	uint32_t cpu, pid, tid;
	int32_t depth;
	enum graph_step step;
	bool has_own, has_result;
	char comm[TASK_COMM];
};

struct graph_hist {
	uint64_t function;
	struct hist hist;
};

struct funcgraph_options {
	bool all, on_cpu, no_duration, heading, process, time, tails;
	bool arguments, results, no_irqs, own, hist;
	uint64_t max_depth; /* 0: no limit */
	const char *without;
	struct functions functions, left_out;
};

extern struct funcgraph_options funcgraph;
extern const struct schema graph_schema, graph_hist_schema;
extern const struct ftrace_recipe funcgraph_ftrace;
struct boot_config;
struct session;
void funcgraph_boot(const struct session *s, struct boot_config *b); /* a tool's boot() */

/* Shows the columns that the options ask for. */
void graph_choose_columns(void);
