/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * probe_filter.bpf.h - does an event pass the filter? But for the few needs, which end the program, nothing here
 * branches on a fetched value: two ways after each comparison would be 2^n for the verifier to walk.
 */
#pragma once

#include "probe_fetch.bpf.h"

const volatile struct probe_glob globs[PROBE_GLOBS] = {};

/* Keeps clang from knowing what a number is good for: it would make a comparison of it, and that a branch. */
#define HIDE(value) asm volatile("" : "+r"(value))

static __always_inline u64 is_not_zero(u64 value)
{
	u64 negative = -value;

	HIDE(negative);
	return (value | negative) >> 63;
}

static __always_inline u64 is_less(u64 a, u64 b)
{
	u64 difference = a - b;

	HIDE(difference);
	return ((~a & b) | ((~a | b) & difference)) >> 63;
}

static __always_inline u64 compare(const volatile struct probe_condition *c, u64 value)
{
	u64 sign = c->is_signed ? 1ULL << 63 : 0, to = c->value;

	switch (c->op) {
	case PROBE_EQUAL:
		return is_not_zero(value ^ to) ^ 1;
	case PROBE_LESS:
		return is_less(value ^ sign, to ^ sign);
	case PROBE_GREATER:
		return is_less(to ^ sign, value ^ sign);
	case PROBE_BITS:
		return is_not_zero(value & to);
	}
	return 0;
}

/* The automaton over all bytes of the buffer: it stands still from the NUL on. */
static __noinline u64 matches(void *ctx, u32 fetch, u32 which)
{
	const volatile struct probe_glob *g = &globs[which & (PROBE_GLOBS - 1)];
	char text[PROBE_TEXT] = {};
	u64 states = 1, alive = 1;

	fetch_text(ctx, fetch, text, sizeof(text));
#pragma clang loop unroll(disable)
	for (u32 i = 0; i < sizeof(text); i++) {
		u64 c = (unsigned char)text[i], next = (states << 1 & g->follow[c]) | (states & g->loop);

		alive &= is_not_zero(c);
		HIDE(alive); /* not by a mask of its sign: 6.16 and later walk both ways where such a mask is used */
		states += (next - states) * alive;
	}
	return is_not_zero(states & g->accept);
}

#define STRAIGHT_STEPS 3 /* as STRAIGHT_FETCHES: two comparisons and what joins them */

static __always_inline u64 step(void *ctx, const u64 *values, u32 i, u64 results)
{
	const volatile struct probe_condition *c = &plan.conditions[i];

	switch (c->op) {
	case PROBE_AND:
		return results >> 1 & (results | ~1ULL);
	case PROBE_OR:
		return results >> 1 | (results & 1);
	case PROBE_NOT:
		return results ^ 1;
	case PROBE_MATCH:
		return results << 1 | matches(ctx, c->fetch, c->value);
	}
	return results << 1 | compare(c, values[c->fetch & (PROBE_FETCHES - 1)]);
}

static __always_inline bool passes(void *ctx, const u64 *values, const bool straight)
{
	u64 results = 0; /* the last one in bit 0 */

#pragma clang loop unroll(full)
	for (u32 i = 0; straight && i < STRAIGHT_STEPS; i++)
		if (i < plan.nconditions)
			results = step(ctx, values, i, results);
#pragma clang loop unroll(disable)
	for (u32 i = straight ? STRAIGHT_STEPS : 0; i < PROBE_CONDITIONS; i++) {
		if (i >= plan.nconditions)
			break;
		results = step(ctx, values, i, results);
	}
	return results & 1;
}

static __always_inline bool is_met(const volatile struct probe_need *need, u64 value)
{
	switch (need->op) {
	case PROBE_EQUAL:
		return value == need->value;
	case PROBE_LESS:
		return need->is_signed ? (s64)value < (s64)need->value : value < need->value;
	case PROBE_GREATER:
		return need->is_signed ? (s64)value > (s64)need->value : value > need->value;
	}
	return value & need->value;
}

static __always_inline bool needs_met(void *ctx)
{
#pragma clang loop unroll(full)
	for (u32 i = 0; i < PROBE_NEEDS; i++) {
		const volatile struct probe_need *need = &plan.needs[i];
		u64 value;

		if (i >= plan.nneeds)
			break;
		value = context_word(ctx, need->word) << (need->left & 63);
		value = need->is_signed ? (u64)((s64)value >> (need->right & 63)) : value >> (need->right & 63);
		if (is_met(need, value) == (need->negated != 0))
			return false;
	}
	return true;
}
