/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * function_profiler.h - ftrace's function profiler (CONFIG_FUNCTION_PROFILER): counts calls in the kernel and loses
 * none, but there is one for the whole system, with the top-level filter of functions: it is held (tracefs_hold.h).
 */
#ifndef KTALLY_FUNCTION_PROFILER_H
#define KTALLY_FUNCTION_PROFILER_H

#include "base/why.h"
#include "functions.h"

#define FUNCTION_PROFILER_CHARS 30 /* names are cut to these */

/* Counts these functions from now on. 0, or -errno with *why set: not in this kernel, in use */
int function_profiler_start(struct why *why, const struct functions *f);
/* Calls since the start on one CPU; -ENOENT when there is no such CPU, which ends a loop over them */
int function_profiler_read(int cpu, void (*visit)(void *arg, const char *name, uint64_t calls), void *arg);
void function_profiler_pause(void); /* what was counted can still be read */
void function_profiler_stop(void);

#endif
