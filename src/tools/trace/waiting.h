/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * waiting.h - calls that take long: told once while they wait, and again when they return. The kernel's half leaves
 * each thread's call in a slot, where this looks for old ones.
 */
#pragma once

#include "trace.h"

#define WAITING_NS 1000000000 /* a call that has waited so long is told */

/* Looks at one thread's slot. True where its call is old and not told yet: *to is the row for it, TRACE_UNFINISHED. */
bool waiting_look(struct trace_row *to, const struct trace_slot *slot, uint64_t now_ns);

/* The row of a call that has not returned, TRACE_UNFINISHED */
struct trace_row waiting_row(const struct trace_slot *slot, uint64_t now_ns);

/* The call of this row has been told: forgets it and returns true. */
bool waiting_told(const struct trace_row *row);

void waiting_free(void);
