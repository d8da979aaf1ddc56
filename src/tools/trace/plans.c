// SPDX-License-Identifier: GPL-2.0-or-later
#include "plans.h"

#include "decode.h"
#include "names.h"
#include "status.h"
#include "trace.h"

#include <string.h>

static void set_add(struct trace_set *set, unsigned index)
{
	set->bits[index / 64] |= 1ULL << index % 64;
}

static bool has_entry(const struct trace_plan *plan)
{
	for (int i = 0; i < TRACE_OPS; i++)
		if (plan->ops[i].kind && (plan->ops[i].when == TRACE_AT_ENTRY || plan->ops[i].when == TRACE_AT_BOTH))
			return true;
	return false;
}

/* Calls that never return have no result and no end to ask for. */
static bool asks_for_end(void)
{
	return !(trace.statuses & STATUS_UNFINISHED) || trace.slower_ns;
}

static bool never_returns(const char *name)
{
	return name && (!strcmp(name, "exit") || !strcmp(name, "exit_group"));
}

static void add(struct trace_setup *setup, const struct trace_plan *plans, unsigned index)
{
	bool returns = !never_returns(names_of(index));

	if (!returns && (asks_for_end() || !trace.rows))
		return;
	set_add(&setup->wanted, index);
	set_add(&setup->numbers, index % TRACE_PLAN_NUMBERS);
	if (has_entry(&plans[index]))
		set_add(&setup->at_entry, index);
	if (!returns)
		set_add(&setup->no_return, index);
}

void plans_fill(struct trace_setup *setup, struct trace_plan *plans)
{
	decode_plans(plans);
	for (unsigned i = 0; i < TRACE_PLANS; i++)
		if (select_has(&trace.calls, i))
			add(setup, plans, i);
	setup->wanted.others = !trace.calls.given || trace.calls.set.others;
	setup->numbers.others = setup->wanted.others;
	setup->all = !trace.calls.given && !asks_for_end() && trace.rows;
	setup->failed = trace.failed;
	setup->succeeded = trace.succeeded;
	setup->slower_ns = trace.slower_ns;
	setup->by_error = trace.by_error;
	setup->rows = trace.rows;
	setup->summary = trace.summary;
	setup->by_thread = trace.by_thread;
	setup->signals = trace.signals && trace.rows;
	setup->stacks = trace.stacks;
	setup->ends = trace.ends;
	setup->delayed = trace.delay_ns != 0;
	setup->nconditions = trace.nconditions;
	for (unsigned i = 0; i < trace.nconditions; i++)
		setup->conditions[i] = trace.conditions[i];
}
