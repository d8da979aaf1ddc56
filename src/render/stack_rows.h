/* SPDX-License-Identifier: GPL-2.0-or-later */
/* stack_rows.h - the stacks of rows of totals, whose schema has a FIELD_STACK, as one tree. */
#pragma once

#include "session/session.h"
#include "stack_tree.h"

/* What is not in the trees that were made; it only grows */
struct stack_rows_lost {
	uint64_t cut;	   /* stacks whose text was too long: their innermost functions may be missing */
	uint64_t left_out; /* stacks that the tree has no room for */
};

/* A new tree in order. inverted: the innermost frames are at its root. NULL: no memory */
struct stack_tree *stack_rows_tree(const struct session *s, const struct tally *rows, bool inverted,
								   struct stack_rows_lost *lost);
/* Warns if anything was. */
void stack_rows_warn(const struct stack_rows_lost *lost);

/* The text of a FIELD_STACK, which may be longer than that of other fields; valid until the next call */
const char *stack_rows_text(const struct field *f, const void *row, size_t *n);

/* What a row adds to its functions: its time if it has one, else its count */
uint64_t stack_rows_weight(const struct schema *schema, const void *row);
/* Are these times? */
bool stack_rows_timed(const struct session *s);
/* A count, or a time in units that fit */
void stack_rows_value(char *to, size_t size, const struct session *s, uint64_t value);
/* 100 is all; 0 of nothing */
double stack_rows_percent(uint64_t part, uint64_t whole);
