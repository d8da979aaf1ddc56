/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stack_lines.h - the stack of one row as text: a function each, innermost first. Names of programs' functions are
 * untrusted.
 */
#pragma once

#include "base/stack_store.h"

#include <stddef.h>
#include <stdint.h>

/*
 * Writes the functions of a stack, each followed by `end`. stack: NULL if the ring of stacks had no room for it: then
 * it is one line, "[lost]"; "[cut]" is the last where frames are missing. pid: whose, 0: the kernel's. first: the index
 * of the first frame that is shown. Returns the length, below size.
 */
size_t stack_lines(char *to, size_t size, const struct stored_stack *stack, uint32_t pid, uint32_t first, char end);
