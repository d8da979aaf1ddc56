// SPDX-License-Identifier: GPL-2.0-or-later
#include "wanted.h"

#include "sys/errnos.h"
#include "conditions.h"
#include "events.h"
#include "faults.h"
#include "status.h"
#include "tasks.h"
#include "trace.h"

#include <stddef.h>

static bool is_error(int64_t result)
{
	return result < 0 && result >= -ERRNO_LAST;
}

static bool result_wanted(int64_t result)
{
	uint64_t error = (uint64_t)-result;

	if ((trace.failed && !is_error(result)) || (trace.succeeded && is_error(result)))
		return false;
	return !trace.by_error || (is_error(result) && trace.errors.bits[error / 64] >> error % 64 & 1);
}

static bool compare(const struct trace_condition *c, uint64_t value)
{
	uint64_t other = c->value;
	unsigned shift = (64U - c->bits) & 63;

	value <<= shift;
	value = c->is_signed ? (uint64_t)((int64_t)value >> shift) : value >> shift;
	switch (c->test) {
	case TRACE_EQUAL:
		return value == other;
	case TRACE_UNEQUAL:
		return value != other;
	case TRACE_LESS:
		return c->is_signed ? (int64_t)value < (int64_t)other : value < other;
	case TRACE_AT_MOST:
		return c->is_signed ? (int64_t)value <= (int64_t)other : value <= other;
	case TRACE_ALL_BITS:
		return (value & other) == other;
	case TRACE_ANY_BITS:
		return value & other;
	default:
		return !(value & other); /* TRACE_NO_BITS */
	}
}

static bool conditions_hold(const struct trace_row *row, uint32_t index)
{
	for (uint32_t i = 0; i < trace.nconditions; i++) {
		const struct trace_condition *c = &trace.conditions[i];
		uint64_t value = c->arg < TRACE_ARGS	  ? row->args[c->arg]
						 : c->arg == TRACE_RESULT ? (uint64_t)row->ret
												  : row->latency_ns;

		if (c->call == index && compare(c, value) == c->negated)
			return false;
	}
	return true;
}

/* As call_index() of bpf/trace.bpf.c; TRACE_PLANS: of no plan */
static uint32_t index_of(uint32_t call)
{
	uint32_t number = call & ~SYSCOUNT_NOBODYS;

	if (number >= TRACE_PLAN_NUMBERS)
		return TRACE_PLANS;
	return (call & SYSCOUNT_NOBODYS) == SYSCOUNT_32BIT ? number + TRACE_PLAN_NUMBERS : number;
}

static bool chosen(uint32_t index)
{
	return index < TRACE_PLANS ? select_has(&trace.calls, index) : !trace.calls.given || trace.calls.set.others;
}

static bool unfinished_wanted(const struct trace_row *row)
{
	if (row->flags & TRACE_DETACHED)
		return trace.statuses & STATUS_DETACHED;
	return row->flags & TRACE_ENDED ? trace.ends : trace.unfinished;
}

bool wanted_call(const struct trace_row *row)
{
	uint32_t index = index_of(row->call);
	bool ended = row->kind == TRACE_CALL || row->kind == TRACE_RESUMED;

	if (tasks_left_out(row->pid))
		return false;
	if (row->kind == TRACE_FAULT)
		return faults_has(row);
	if (row->kind > TRACE_NO_RETURN)
		return row->kind != TRACE_EVENT || events_has(row);
	if (trace.calls_off || !chosen(index))
		return false;
	if (row->kind == TRACE_UNFINISHED)
		return unfinished_wanted(row);
	if (!ended)
		return trace.statuses & STATUS_UNFINISHED && !trace.slower_ns;
	return result_wanted(row->ret) && row->latency_ns >= trace.slower_ns && conditions_hold(row, index);
}

int wanted_parse(const char *filter)
{
	return conditions_parse(&trace, filter);
}
