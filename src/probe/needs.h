/* SPDX-License-Identifier: GPL-2.0-or-later */
/* needs.h - which comparisons of a tracepoint's filter refuse an event by themselves. */
#ifndef KTALLY_PROBE_NEEDS_H
#define KTALLY_PROBE_NEEDS_H

#include <ktally/probe.h>

/*
 * From the plan's fetches, conditions (valid postfix order) and context_size to its needs. Where these are all of the
 * filter, no condition is left.
 */
void probe_needs(struct probe_plan *plan);

#endif
