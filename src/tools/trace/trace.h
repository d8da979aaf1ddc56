/* SPDX-License-Identifier: GPL-2.0-or-later */
/* trace.h - what the parts of trace share: its options. */
#pragma once

#include "calls/out.h"
#include "select.h"

#include <ktally/trace_setup.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct session;

enum fault_kind { FAULTS_MINOR = 1, FAULTS_MAJOR = 2, FAULTS_ALL = 3 };
enum trace_format { TRACE_LINES, TRACE_AS_STRACE, TRACE_AS_PERF };

struct trace_options {
	bool failed, succeeded, signals, summary_only, with_summary, user_stack;
	bool arg_names, verbose, raw;
	bool together; /* the summary: of all threads */
	bool relative, cpu_column, no_follow;
	uint64_t delay_ns, max_summary;
	uint32_t statuses; /* enum trace_status */
	struct trace_not_pids not_pids;
	bool no_calls, all_calls;
	uint32_t faults; /* enum fault_kind */
	enum out_hex hex;
	uint64_t slower_ns, string_limit, max_events;
	struct selection calls;
	struct trace_errors errors;
	bool by_error;
	uint32_t nconditions;
	struct trace_condition conditions[TRACE_CONDITIONS];
	const char *path;
	uint32_t descriptors; /* 1: -y */
	uint32_t stacks;
	enum trace_format format;
	/* made of them by prepare() */
	bool rows, summary, by_thread;
	bool calls_off;	 /* rows are of events alone */
	bool unfinished; /* tells calls that take long while they do */
	bool ends;		 /* tells calls in which their threads end */
	struct open_search search;
};

extern struct trace_options trace;
extern uint64_t trace_base_ns; /* when the run began */

extern const struct bpf_recipe trace_bpf_recipe;
extern const struct ftrace_recipe trace_ftrace_recipe;
