/* SPDX-License-Identifier: GPL-2.0-or-later */
/* search.h - the automaton with which BPF programs and the ftrace form find a path, one table look-up a byte. Pure. */
#pragma once

#include <ktally/opensnoop.h>
#include <stdbool.h>

/* A glob of the whole path, or, if it has none of "*?[", a text to find anywhere. 0, or -E2BIG above OPEN_TEXT */
int search_build(struct open_search *to, const char *text);
/* True for every path if *search is all zero */
bool search_finds(const struct open_search *search, const char *path);
