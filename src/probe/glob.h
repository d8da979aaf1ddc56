/* SPDX-License-Identifier: GPL-2.0-or-later */
/* glob.h - a pattern of text as a table for automata in the kernel. Pure. */
#pragma once

#include <ktally/probe.h>
#include <stdbool.h>
#include <stddef.h>

/* '*', '?', '[a-z]', and '\' before a character that means itself. 0, or -E2BIG if the pattern is too long */
int probe_glob_compile(struct probe_glob *g, const char *pattern, size_t length);

/* The same for a text that is to be found anywhere, in which every byte means itself */
int probe_glob_part(struct probe_glob *g, const char *text, size_t length);

/* True if the text is a glob: it has one of "*?[" */
bool probe_glob_is(const char *text);

/* "python3,py*" for the task filter: a name that contains "python3", or is one that "py*" matches. 0 or -E2BIG */
int probe_glob_names(struct filter_names *to, const char *list);
