/* SPDX-License-Identifier: GPL-2.0-or-later */
/* needs.h - which comparisons of a tracepoint's filter refuse an event by themselves. */
#pragma once

#include <ktally/probe.h>

/*
 * Fills the plan's needs from its fetches, its conditions (in valid postfix order) and its context_size. If the needs
 * are all of the filter, it removes the conditions.
 */
void probe_needs(struct probe_plan *plan);
