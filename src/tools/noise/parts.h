/* SPDX-License-Identifier: GPL-2.0-or-later */
/* parts.h - who had the CPU between two moments, of what a record still has. Pure. */
#pragma once

#include "threads.h"

struct noise_part {
	struct noise_source source;
	uint64_t ns, count;
};

struct noise_parts {
	struct noise_part list[NOISE_PASTS]; /* the longest first */
	size_t n;
	uint64_t whole_ns, unexplained_ns;
	bool incomplete; /* what came first is not kept any more */
};

/* What began before a moment counts with what can be after it: at most the time to its end. 0: it ended before */
uint64_t noise_inside(const struct noise_past *past, uint64_t from_ns);

/* What was longer than its limit */
uint64_t noise_stop_ns(const struct noise_stop *stop);

/* From stop->from_ns to stop->to_ns. The caller frees it; NULL without memory */
struct noise_parts *noise_parts(const struct noise_stop *stop);
