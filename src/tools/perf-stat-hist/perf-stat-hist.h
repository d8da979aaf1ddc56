/* SPDX-License-Identifier: GPL-2.0-or-later */
/* perf-stat-hist.h - what the BPF and the ftrace form of perf-stat-hist share. */
#ifndef KTALLY_TOOLS_PERF_STAT_HIST_H
#define KTALLY_TOOLS_PERF_STAT_HIST_H

#include "session/tool.h"

#include <ktally/perf-stat-hist.h>

struct stat_row {
	struct stat_key key;
	struct hist hist;
};

struct stat_options {
	char event[128]; /* "category/name" */
	const char *field, *filter;
	unsigned offset, size; /* of the field in the record */
	bool is_signed;
	uint64_t edges[STAT_EDGES];
	unsigned nedges;
};

extern struct stat_options stat_hist;
extern const struct bpf_recipe perf_stat_hist_bpf_recipe;
extern struct ftrace_recipe perf_stat_hist_ftrace;

/* Fills in what is known of the event and the field, the session's first two arguments. 0 or -errno after a message */
int stat_find(struct session *s);

/* The recipe's one event, which the command line has named */
void perf_stat_hist_event(void);

#endif
