/* SPDX-License-Identifier: GPL-2.0-or-later */
/* functions_filter.h - which functions ftrace follows: set_ftrace_filter of an instance, or of the top level. */
#ifndef KTALLY_FUNCTIONS_FILTER_H
#define KTALLY_FUNCTIONS_FILTER_H

#include "functions.h"

struct tracefs_instance;

/*
 * Adds them to a filter. The kernel takes one function of each write(); it finds a line's of available_filter_functions
 * at once (f79b3f338564, 5.1), while for a name it looks at all functions, milliseconds each. A module that comes or
 * goes between the reading of that list and the writing moves the lines: what the filter says then is held against the
 * names, and written by name if it is something else. instance NULL: the top level. 0 or -errno
 */
int functions_filter(struct tracefs_instance *instance, const char *file, const struct functions *f);

#endif
