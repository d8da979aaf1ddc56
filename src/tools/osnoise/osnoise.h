/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/hist.h"
#include "session/tool.h"

#include <ktally/noise.h>

struct osnoise_options {
	uint64_t runtime_ns, threshold_ns;
	uint64_t stop_single_ns, stop_total_ns, auto_ns; /* 0: never */
	bool by_source, gaps;							 /* at most one; neither: a line for each CPU */
};
extern struct osnoise_options osnoise;

struct osnoise_row {
	uint64_t cpu;
	uint64_t gaps, runtime_ns, noise_ns, max_noise_ns, max_single_ns;
	uint64_t hardware, hardware_ns;
	struct {
		uint64_t count, ns;
	} classes[NOISE_CLASSES];
	uint64_t unexplained_ns;
};

struct osnoise_gaps {
	uint64_t cpu;
	struct hist hist;
};

extern const struct schema osnoise_schema, osnoise_gaps_schema;

struct noise_thread;
void osnoise_measure(struct noise_thread *t);

/* Tells all rows of sources how much was measured so far. What was measured before a source appeared is not its own:
 * each interval counts for those that are there. */
void osnoise_share(struct session *s, uint64_t measured_ns);

extern const struct bpf_recipe osnoise_bpf;
extern const struct ftrace_recipe osnoise_ftrace;
