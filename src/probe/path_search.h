/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * path_search.h - the automaton with which BPF programs and ftrace forms find a path, one table look-up a byte. Pure.
 */
#pragma once

#include <ktally/opensnoop.h>
#include <stdbool.h>
#include <stddef.h>

/* A glob of the whole path, or, if it has none of "*?[", a text to find anywhere. 0, or -E2BIG above OPEN_TEXT */
int path_search_build(struct open_search *to, const char *text);
/* True for every path if *search is all zero */
bool path_search_finds(const struct open_search *search, const char *path);
/* The same for the first n bytes of a text without a NUL */
bool path_search_finds_in(const struct open_search *search, const char *path, size_t n);
