/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cachestat.h - what the BPF and the ftrace form of cachestat share. */
#pragma once

#include "session/tool.h"

#include <ktally/cachestat.h>

struct cachestat_row {
	uint64_t time_ns;
	uint64_t hits, misses, dirties;
	uint64_t buffers_bytes, cache_bytes;
	struct cachestat_counts counts;
};

/* Functions that mark an access: the first one that the kernel has is used. NULL-ended */
extern const char *const cachestat_functions[];

/* Prints the row of the interval that ends now. totals: since the start. 0 or -errno after a message */
int cachestat_report(struct session *s, const struct cachestat_counts *totals);

extern const struct bpf_recipe cachestat_bpf_recipe;
extern const struct ftrace_recipe cachestat_ftrace;
