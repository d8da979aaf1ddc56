/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stack_tree.h - many stacks as one tree: what is common to them is there once, from the outermost frame on. All
 * pictures of stacks are drawn from it. Pure.
 *
 * It is filled with folded stacks, the form that FlameGraph made common: "command;main;read;vfs_read_[k]", outermost
 * first. What a frame is says its end: _[k] the kernel, _[j] code made at run time, _[i] inlined, _[w] a waker's. A
 * frame may tell its file (base/frame_text.h).
 */
#pragma once

#include "base/frame_text.h"

#include <stddef.h>
#include <stdint.h>

/* Of all frames that have the same function, file and kind */
struct stack_name {
	const char *text, *file; /* the function; "": no file is known */
	enum frame_kind kind;
	uint64_t self, total; /* of all stacks that are counted for it, as a rule their innermost; that have it anywhere */
};

struct stack_node {
	uint32_t name;				/* of names[] */
	uint32_t parent;			/* of nodes[]; the root's is itself */
	uint32_t first, next;		/* its first child, its next sibling, by name; 0: none */
	uint32_t depth;				/* the root has 0 */
	uint64_t self, total, then; /* self: of stacks that end here; then: the total of before */
};

struct stack_tree {
	struct stack_node *nodes; /* [0] is the root, which stands for all stacks and has no name */
	struct stack_name *names;
	size_t nnodes, nnames;
	uint32_t depth; /* of the deepest */
	struct stack_index *index;
	/* for whoever fills it to set, before anything is added */
	bool commands; /* the outermost frame is the command, as in FIELD_STACK */
	bool inverted; /* the innermost frames are at the root */
};

/* NULL without memory */
struct stack_tree *stack_tree_new(void);
void stack_tree_free(struct stack_tree *t); /* t may be NULL */

/*
 * Adds a folded stack of n bytes that was seen `value` times, and `then` times before, where two measurements are
 * compared. 0, -ENOMEM, -EOVERFLOW of the sums, or -E2BIG: there are 16 million nodes already, or more than 4,096
 * frames. An empty frame counts like any other.
 */
int stack_tree_add(struct stack_tree *t, const char *folded, size_t n, uint64_t value, uint64_t then);

/* The same of a stack that is counted for another frame than its innermost: self is where that one's text begins. */
int stack_tree_add_self(struct stack_tree *t, const char *folded, size_t n, const char *self, uint64_t value);

/* Puts siblings in order of their names, as flame graphs have them, when the last stack was added. 0 or -ENOMEM */
int stack_tree_sort(struct stack_tree *t);

/* The text of a node's frame; "all" for the root */
const char *stack_tree_text(const struct stack_tree *t, uint32_t node);
