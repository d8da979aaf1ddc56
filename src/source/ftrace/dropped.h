/* SPDX-License-Identifier: GPL-2.0-or-later */
/* dropped.h - events that found the buffers of a tracing instance full, as the kernel counts them. */
#pragma once

#include <stdint.h>

struct tracefs_instance;

/* Of all CPUs together. instance NULL: the top-level one */
uint64_t dropped_events(struct tracefs_instance *instance, int ncpus);
