/* SPDX-License-Identifier: GPL-2.0-or-later */
/* dropped.h - events in the buffers of a tracing instance, and those that found them full, as the kernel counts them.
 */
#pragma once

#include <stdint.h>

struct tracefs_instance;

/* Of all CPUs together. instance NULL: the top-level one. kept: those in the buffers now; NULL: nobody asks */
uint64_t dropped_events(struct tracefs_instance *instance, int ncpus, uint64_t *kept);
