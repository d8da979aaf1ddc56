/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * function_profiler.h - ftrace's function profiler (CONFIG_FUNCTION_PROFILER). It counts calls in the kernel and
 * loses none. The whole system has only one, which uses the top-level function filter, so we take both by
 * tracefs_hold().
 */
#pragma once

#include "base/why.h"
#include "functions.h"

#define FUNCTION_PROFILER_CHARS 30 /* longest name: the kernel cuts the rest */

/* Starts counting these functions. 0, or -errno with *why set: -ENOENT without a profiler, -EBUSY if in use */
int function_profiler_start(struct why *why, const struct functions *f);
/* Visits the calls on one CPU since the start. 0 or -errno; -ENOENT after the last CPU, which ends a loop */
int function_profiler_read(int cpu, void (*visit)(void *arg, const char *name, uint64_t calls), void *arg);
void function_profiler_pause(void); /* the counts can still be read */
void function_profiler_stop(void);
