/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * places.h - a place of the source that the compiler has put into several places of the code. The same variables lie
 * elsewhere in each, so each has a probe and a plan of its own; all else is as in the first.
 */
#pragma once

#include "generic.h"

#define GENERIC_PLACES_MAX 64

/* Once the first place has its plan: makes g->places if the arguments are not everywhere alike. 0, or -EINVAL after a
 * message */
int generic_plan_places(struct generic *g, const char *definition);
/* That of place i: g itself where all are alike */
const struct generic *generic_at_place(const struct generic *g, size_t i);
void generic_places_free(struct generic *g);
