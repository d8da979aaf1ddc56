/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* trace_tests.bpf.h - is a call wanted by its result, its arguments (--filter), its paths (--trace-path)? */
#pragma once

#include "trace_pieces.bpf.h"

const volatile struct trace_setup setup = {};
const volatile struct trace_errors errors = {};
const volatile struct open_search search = {}; /* accept 0: every path */

/* --delay: user space sets it when the command has started. Calls that were begun before have no slot. */
__u64 begin_ns = -1ULL;

static __always_inline bool has_begun(void)
{
	return !setup.delayed || bpf_ktime_get_ns() >= begin_ns;
}

/* --not-pid */
static __always_inline bool left_out(u32 tgid)
{
	for (u32 i = 0; i < TRACE_NOT_PIDS; i++) {
		if (i >= setup.not_pids.n)
			break;
		if (setup.not_pids.pids[i] == tgid)
			return true;
	}
	return false;
}

static __always_inline bool is_error(s64 result)
{
	return result < 0 && result >= -4095;
}

static __always_inline bool result_wanted(s64 result)
{
	u64 error = -result;

	if (setup.failed && !is_error(result))
		return false;
	if (setup.succeeded && is_error(result))
		return false;
	if (!setup.by_error)
		return true;
	return is_error(result) && errors.bits[error >> 6 & 63] >> (error & 63) & 1;
}

/* Both are extended to 64 bits as the argument's type says. */
static __always_inline bool compare(const volatile struct trace_condition *c, u64 value)
{
	u64 other = c->value, shift = 64 - c->bits;

	value <<= shift & 63;
	value = c->is_signed ? (u64)((s64)value >> (shift & 63)) : value >> (shift & 63);
	switch (c->test) {
	case TRACE_EQUAL:
		return value == other;
	case TRACE_UNEQUAL:
		return value != other;
	case TRACE_LESS:
		return c->is_signed ? (s64)value < (s64)other : value < other;
	case TRACE_AT_MOST:
		return c->is_signed ? (s64)value <= (s64)other : value <= other;
	case TRACE_ALL_BITS:
		return (value & other) == other;
	case TRACE_ANY_BITS:
		return value & other;
	}
	return !(value & other); /* TRACE_NO_BITS */
}

/* One condition of the row in the scratch. Not 0: it does not forbid the call */
__noinline int condition_holds(u32 i, u32 index)
{
	struct trace_scratch *s = scratch();
	const volatile struct trace_condition *c;
	u64 at = i, value;

	if (!s || at >= TRACE_CONDITIONS)
		return 1;
	c = &setup.conditions[at];
	if (c->call != index)
		return 1;
	if (c->arg < TRACE_ARGS)
		value = s->row.args[c->arg];
	else
		value = c->arg == TRACE_RESULT ? (u64)s->row.ret : s->row.latency_ns;
	return compare(c, value) != c->negated;
}

static __always_inline bool conditions_hold(u32 index)
{
#pragma clang loop unroll(disable)
	for (u32 i = 0; i < TRACE_CONDITIONS; i++) {
		if (i >= setup.nconditions)
			break;
		if (!condition_holds(i, index))
			return false;
	}
	return true;
}

/* The text in room[at], n bytes. One jump a byte: the verifier walks all rounds, and counts each open jump. */
__noinline int path_wanted(u64 from, u64 n)
{
	struct trace_scratch *s = scratch();
	u64 states = 1;

	if (!s || !search.accept)
		return 0;
	BOUND(from, TRACE_ROOM - 1);
	for (u32 i = 0; i < TRACE_PIECE_MAX; i++) {
		if (i >= n)
			break;
		states = open_search_step(&search, states, s->room[from + i]);
	}
	if (states & search.accept)
		s->found = 1;
	return 0;
}
