// SPDX-License-Identifier: GPL-2.0-or-later
/* Which calls are looked at, and what is read for each. */
#include "trace.h"

#include "provisional.h"

#include <seccomp.h>
#include <stdlib.h>
#include <string.h>

static void set_add(struct trace_set *set, size_t index)
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

static bool is_listed(const char *name)
{
	const char *list = trace.calls, *end;
	size_t length;

	for (; list && *list; list = end + (*end == ',')) {
		end = strchrnul(list, ',');
		length = (size_t)(end - list);
		if (strlen(name) == length && !strncmp(name, list, length))
			return true;
	}
	return !trace.calls;
}

static void add(struct trace_setup *setup, struct trace_plan *plans, size_t index, const char *name)
{
	if (!is_listed(name))
		return;
	set_add(&setup->wanted, index);
	plans[index] = provisional_plan(name, (unsigned)trace.string_limit);
	if (has_entry(&plans[index]))
		set_add(&setup->at_entry, index);
	if (!provisional_returns(name))
		set_add(&setup->no_return, index);
}

void trace_select(struct trace_setup *setup, struct trace_plan *plans)
{
	for (int i = 0; i < TRACE_PLANS; i++) {
		uint32_t arch = i < TRACE_PLAN_NUMBERS ? SCMP_ARCH_NATIVE : SCMP_ARCH_X86;
		char *name = seccomp_syscall_resolve_num_arch(arch, i % TRACE_PLAN_NUMBERS);

		if (name || !trace.calls)
			add(setup, plans, (size_t)i, name ? name : "");
		free(name);
	}
	setup->wanted.others = !trace.calls;
	setup->failed = trace.failed;
	setup->succeeded = trace.succeeded;
	setup->slower_ns = trace.slower_ns;
	setup->by_error = trace.by_error;
	setup->rows = 1;
	setup->signals = trace.signals;
}
