/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * overhead.h - measures what tracing costs while it runs, and stops it if that is too much. The cost is the run
 * time of the session's own BPF programs by the kernel's statistics, as a share of the time of all online CPUs:
 * 100 * run time / (elapsed * CPUs).
 */
#pragma once

#include "session/session.h"

/* Without --max-overhead a run warns once above this. */
#define OVERHEAD_WARN_PERCENT 5.0

/* Share of all CPUs' time, in percent */
double overhead_percent(uint64_t run_ns, uint64_t elapsed_ns, unsigned cpus);

/* Call it between the source's open() and start(). Switches the statistics on. Without --stats and --max-overhead
 * only for the first second, and without an error if that is not permitted. 0, or -errno with s->why set */
int overhead_begin(struct session *s);
/* Call it when all is ready: the first second begins here. The start may take longer than a second, with little to
 * measure. */
void overhead_counting(struct session *s);
/* Call it often. Once a second it stops the session if the cost is above --max-overhead. */
void overhead_check(struct session *s);
/* Call it after the source's stop(). Puts the totals into s->overhead. */
void overhead_end(struct session *s);
