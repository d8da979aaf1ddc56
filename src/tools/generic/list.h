/* SPDX-License-Identifier: GPL-2.0-or-later */
/* list.h - what could be probed, and what a tracepoint or a function is made of: printed, nothing traced. */
#pragma once

/* Exit statuses. pattern: NULL for all */
int generic_list_tracepoints(const char *pattern);
int generic_list_functions(const char *pattern);
int generic_list_user(const char *target); /* PROGRAM or PROGRAM:PATTERN */
int generic_show_format(const char *tracepoint);
int generic_show_prototype(const char *function);
int generic_show_user_prototypes(const char *target);
