/* SPDX-License-Identifier: GPL-2.0-or-later */
/* heat_legend.h - what the shades and the marks of a heat map mean, in at most two lines. Pure. */
#pragma once

#include "terminal.h"

#include <stddef.h>

/* The step of the scale after this one: 1, 3, 10, 30, 100, ... */
uint64_t heat_step(uint64_t count);

/*
 * Writes `intro`, the shade of each step up to `most`, and `marks`, without the last line end.
 * Where `width` columns are too few, steps between the first and the last are left out, then the marks get a line of
 * their own.
 */
void heat_legend(char *to, size_t size, const char *intro, const char *marks, const struct terminal *t, uint64_t most,
				 int width);
