/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * overhead.h - what tracing costs while it runs, and the end of it where that is too much. The cost is the run
 * time of the session's own BPF programs by the kernel's statistics, as a share of the time of all CPUs that are
 * online: 100 * run time / (elapsed * CPUs).
 */
#ifndef KTALLY_OVERHEAD_H
#define KTALLY_OVERHEAD_H

#include "session/session.h"

/* Without --max-overhead: more than this is told once */
#define OVERHEAD_WARN_PERCENT 5.0

/* Share of all CPUs' time, in percent */
double overhead_percent(uint64_t run_ns, uint64_t elapsed_ns, unsigned cpus);

/* Between the source's open() and start(): switches the statistics on. Without --stats and --max-overhead it does so
 * for the first second only, and says nothing where it may not. 0 or -errno with s->why set. */
int overhead_begin(struct session *s);
/* When all is ready: seconds are counted from here on. To get here may take longer than one, with little in it to
 * measure */
void overhead_counting(struct session *s);
/* Once a second, called more often: stops the session where it takes more than it may. */
void overhead_check(struct session *s);
/* After the source's stop(): the totals into s->overhead */
void overhead_end(struct session *s);

#endif
