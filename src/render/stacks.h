/* SPDX-License-Identifier: GPL-2.0-or-later */
/* stacks.h - the three texts that stacks.c chooses from. Each prints a tree in order to standard output. */
#pragma once

#include "session/session.h"
#include "stack_tree.h"

/* A table of functions: how much was counted in each, and in all that it called; the most comes last */
void stacks_functions_begin(const struct session *s);
void stacks_functions(const struct session *s, const struct stack_tree *t);

/* A tree of calls, the most first */
void stacks_calls(const struct session *s, const struct stack_tree *t);

/* "comm;main;read 42": a line for each stack */
void stacks_folded(const struct session *s, const struct stack_tree *t);

#define STACKS_NAME 1024 /* so many bytes of a function or a file are shown at most */
