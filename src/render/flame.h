/* SPDX-License-Identifier: GPL-2.0-or-later */
/* flame.h - a flame graph: the picture of a tree of stacks, as one SVG file that needs nothing else. Pure. */
#pragma once

#include "stack_tree.h"

#include <stdbool.h>
#include <stdio.h>

struct flame {
	const char *title; /* untrusted */
	const char *unit;  /* of the values: "samples"; "ns": times, shown in units that fit */
	bool down;		   /* an icicle: the outermost frame is at the top */
	bool difference;   /* colours say how total differs from `then` */
};

/*
 * Draws all frames that are wide enough, at most 20,000. A frame is a <rect> in the units of the values, scaled to at
 * most 2^23, since browsers compute with 24 bits; labels are in pixels. The script in it (flame.js) only adds zoom,
 * search and keys: without scripts the picture is complete, with names and numbers in tooltips.
 * t is in order (stack_tree_sort()). 0 or -ENOMEM; errors of writing are the stream's.
 */
int flame_write(FILE *to, const struct stack_tree *t, const struct flame *f);
