/* SPDX-License-Identifier: GPL-2.0-or-later */
/* command_line.h - the arguments of a program as one line of text. Pure. */
#pragma once

#include <ktally/execsnoop.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* QUOTE_NONE is for sinks that escape. With the others the line has been escaped, and bash reads it as these arguments.
 */
enum quoting { QUOTE_NONE, QUOTE_NEEDED, QUOTE_ALL };

/*
 * Arguments separated by blanks; at most max_args of them after the first (0: all).
 * "[...]" at the end: there were more; "[?]": they could not be read. The length, at most size - 1.
 */
int command_line(char *to, size_t size, const struct exec_row *row, uint64_t max_args, enum quoting quote);

/* The same arguments as they are, each with a NUL at its end. The length with all NULs, at most size - 1 */
int command_words(char *to, size_t size, const struct exec_row *row, uint64_t max_args);
/* Were there more than that, or some that could not be read? */
bool command_is_cut(const struct exec_row *row, uint64_t max_args);
