/* SPDX-License-Identifier: GPL-2.0-or-later */
/* perf-stat-hist.h - what the BPF and the ftrace form of perf-stat-hist share. */
#pragma once

#include "session/tool.h"

#include <ktally/perf-stat-hist.h>

struct stat_row {
	struct stat_key key;
	struct hist hist;
};

struct stat_options {
	char event[128];	   /* "category/name" */
	const char *fields[2]; /* the one to be counted, and NULL: as an ftrace_event names them */
	const char *filter;
	unsigned offset, size; /* of the field in the record */
	bool is_signed;
	uint64_t edges[STAT_EDGES];
	unsigned nedges;
};

extern struct stat_options stat_hist;
extern const struct bpf_recipe perf_stat_hist_bpf_recipe;
extern const struct ftrace_recipe perf_stat_hist_ftrace;
void stat_hist_boot(const struct session *s, struct boot_config *b); /* a tool's boot() */
