/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * functions_filter.h - sets the functions that ftrace traces, in set_ftrace_filter of an instance or the top
 * level.
 */
#pragma once

#include "functions.h"

struct tracefs_instance;

/*
 * Adds sorted functions to a filter. The kernel takes one function from each write(). For a name it searches all
 * functions, which takes milliseconds. For a line number of available_filter_functions it does not (f79b3f338564,
 * 5.1), so many functions are written by number. The numbers change if a module is loaded or unloaded meanwhile:
 * so this compares the filter with the names afterwards, and writes names if they differ. instance NULL: the top
 * level. 0 or -errno
 */
int functions_filter(struct tracefs_instance *instance, const char *file, const struct functions *f);
