/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan.h - what the kernel's half reads for a call, and when, so that text.h can write it. Pure.
 *
 * Memory is read when the call returns, except where the call changes it or the program is another one then (execve). A
 * call with more to read than a plan holds shows pointers for the rest.
 */
#pragma once

#include "call.h"

#include <ktally/trace_plan.h>
#include <stdbool.h>

struct plan_wish {
	uint32_t string_limit; /* bytes of a string or a buffer; paths are always whole */
	bool descriptors;	   /* what descriptors are (-y) */
};

/* Is something read of what the argument points to, or with `descriptors` of what it names? */
bool call_reads(const struct call_arg *a, bool descriptors);
void call_plan(struct trace_plan *plan, const struct call *c, enum machine m, const struct plan_wish *wish);
/* plans: TRACE_PLANS of them, for 64-bit numbers and then for 32-bit ones */
void call_plans(struct trace_plan *plans, enum machine m, const struct plan_wish *wish);
