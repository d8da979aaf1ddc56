/* SPDX-License-Identifier: GPL-2.0-or-later */
/* glob.h - a pattern of text as a table for the automaton of bpf/probe_filter.bpf.h. Pure. */
#pragma once

#include <ktally/probe.h>
#include <stddef.h>

/* '*', '?', '[a-z]', and '\' before a character that means itself. 0, or -E2BIG if the pattern is too long */
int probe_glob_compile(struct probe_glob *g, const char *pattern, size_t length);
