/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * function_profiler.h - ftrace's function profiler (CONFIG_FUNCTION_PROFILER): counts calls in the kernel and loses
 * none, but there is one for the whole system, with the top-level filter of functions. It is used only while nobody
 * uses either, and put back; an instance that is only a name tells tracefs_sweep() if its user was killed.
 */
#ifndef KTALLY_FUNCTION_PROFILER_H
#define KTALLY_FUNCTION_PROFILER_H

#include "functions.h"

#define FUNCTION_PROFILER_MARK "ktally_profiler."
#define FUNCTION_PROFILER_CHARS 30 /* names are cut to these */

/* Counts these functions from now on. 0 or -errno: -ENOENT not in this kernel, -EBUSY in use */
int function_profiler_start(const struct functions *f);
/* Calls since the start on one CPU; -ENOENT when there is no such CPU, which ends a loop over them */
int function_profiler_read(int cpu, void (*visit)(void *arg, const char *name, uint64_t calls), void *arg);
void function_profiler_pause(void); /* what was counted can still be read */
void function_profiler_stop(void);
void function_profiler_off(void); /* for the sweep: of a process that is gone */

#endif
