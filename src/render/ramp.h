/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ramp.h - the shades of a heat map cell. The ramp is inferno, which is perceptually uniform. Its dark quarter is left
 * out, so that a count of 1 stands out from nothing. Pure.
 */
#pragma once

#include "terminal.h"

#include <stddef.h>

/* Share 0..1 of the ramp for a count, on a logarithmic scale that ends at `most`; count >= 1 */
double ramp_share(uint64_t count, uint64_t most);

/*
 * Appends one cell to text at `at`: a coloured blank, or without colour a character. `mark`, if it is not 0, stands on
 * the cell. share < 0: an empty cell. Returns the new length.
 */
size_t ramp_cell(char *text, size_t at, enum color_level color, double share, char mark);
/* Appends the end of the colour, if there is one. Returns the new length. */
size_t ramp_reset(char *text, size_t at, enum color_level color);
