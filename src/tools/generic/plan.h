/* SPDX-License-Identifier: GPL-2.0-or-later */
/* plan.h - from the probe and the options to the tables of include/ktally/probe.h. */
#pragma once

#include "generic.h"

/* Keys, value, rows: all of g->plan but the places of values. 0 or -EINVAL after a message */
int generic_plan(struct generic *g);

/* Places of values in the context, once it is known how the probe is attached. function: by fentry and fexit, whose
 * context is the arguments and then the return value, of which there are `nargs`. */
void generic_place(struct generic *g, bool function, unsigned nargs);

/* Does the current task always cause the event? Any function and most tracepoints may also run in an interrupt. */
bool generic_only_in_tasks(const struct probe *p);

/* Words that the argument takes in a key */
unsigned generic_words(const struct probe_argument *a);

/* Does an argument come from there? Is one of this kind? */
bool generic_takes(const struct probe *p, enum probe_from from);
bool generic_fetches(const struct probe *p, enum probe_base base);
