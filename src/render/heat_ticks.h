/* SPDX-License-Identifier: GPL-2.0-or-later */
/* heat_ticks.h - the two axes of a heat map in SVG: round values beside it, round times below. Pure. */
#pragma once

#include "heat_scale.h"

void heat_ticks_across(FILE *to, const struct heat_scale *s);				/* lines in the map */
void heat_ticks_beside(FILE *to, const struct heat_scale *s, unsigned top); /* their values */
void heat_ticks_below(FILE *to, const struct heat_scale *s, unsigned top);
/* Milliseconds since midnight at the end of a column */
uint64_t heat_time_ms(const struct heat_column *c);
