/* SPDX-License-Identifier: GPL-2.0-or-later */
/* trace.h - what the parts of trace share: its options, and which calls it looks at. */
#pragma once

#include <ktally/trace_setup.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct session;

struct trace_options {
	bool failed, succeeded, signals;
	bool unfinished; /* tells calls that take long while they do */
	uint64_t slower_ns;
	uint64_t string_limit;
	const char *calls; /* -e */
	struct trace_errors errors;
	bool by_error;
};

extern struct trace_options trace;
extern uint64_t trace_base_ns; /* when the run began */

/* Fills in what the kernel's half is to do: sets of calls, plans */
void trace_select(struct trace_setup *setup, struct trace_plan *plans);

extern const struct bpf_recipe trace_bpf_recipe;
