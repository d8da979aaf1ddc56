/* SPDX-License-Identifier: GPL-2.0-or-later */
/* funcgraph.h - what the tool funcgraph and its only form, ftrace, share. */
#pragma once

#include "sys/functions.h"

#include <ktally/filter.h>

enum graph_step {
	GRAPH_ENTER,  /* func() { */
	GRAPH_LEAF,	  /* func(); called nothing that is traced */
	GRAPH_LEAVE,  /* } */
	GRAPH_SWITCH, /* another task on this CPU */
};

struct graph_row {
	uint64_t time_ns;
	uint64_t duration_ns; /* of a leaf and a return */
	uint64_t function;
	uint32_t cpu, pid, tid;
	int32_t depth;
	enum graph_step step;
	char comm[TASK_COMM];
};

struct funcgraph_options {
	bool all, on_cpu, no_duration, heading, process, time, tails;
	uint64_t max_depth;
	struct functions functions;
};

extern struct funcgraph_options funcgraph;
extern const struct ftrace_recipe funcgraph_ftrace;
