/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * probe_fetch.bpf.h - the values that a probe's plan names. The plan is read-only data, which the verifier reads
 * while it walks the loops: it sees straight code of the steps that are really there. What cannot be read is 0.
 */
/* A guard by name: tests/unit/probe_run.h replaces this header. */
#ifndef KTALLY_PROBE_FETCH_BPF_H
#define KTALLY_PROBE_FETCH_BPF_H

#include "load.bpf.h"
#include <ktally/probe.h>

const volatile struct probe_plan plan = {};

/*
 * Where `straight`, so many fetches have code of their own, in which the verifier leaves only what the plan asks for.
 * The others share the code of a loop, which finds out each time.
 */
#define STRAIGHT_FETCHES 2

/* What the programs alone know of an event */
struct probe_seen {
	u64 function, latency;
	bool straight;
	bool plain; /* the context holds numbers; a load of a pointer could not be calculated with */
	bool words; /* it is made of words: registers, arguments */
	bool typed; /* it is that of fentry or fexit */
	u32 from;	/* enum unwind_from */
};

/* A pointer to the context as a number: the verifier lets nothing unknown be added to the pointer itself. */
static __always_inline u64 context_address(void *ctx)
{
	void *pointer = ctx;
	u64 address = 0;

	bpf_probe_read_kernel(&address, sizeof(address), &pointer);
	return address;
}

static __always_inline bool is_user(u64 address)
{
	return (s64)address >= 0;
}

static __always_inline u64 read_number(u64 address, u32 size)
{
	u64 value = 0;

	if (is_user(address))
		bpf_probe_read_user(&value, size & 15, (void *)address);
	else
		bpf_probe_read_kernel(&value, size & 15, (void *)address);
	return value;
}

static __always_inline bool is_word(const volatile struct probe_fetch *f, const bool words)
{
	return (words || f->noffsets || f->kind == PROBE_TEXT_AT || f->size == 8) && f->at % 8 == 0 && f->at < 256;
}

/* A record's field, read by its word. The kernel keeps the first word to itself, and refuses reads past the end. */
static __always_inline bool in_word(const volatile struct probe_fetch *f)
{
	return !f->noffsets && f->kind != PROBE_TEXT_AT && f->at >= 8 && f->at < 256 && f->at % 8 + f->size <= 8 &&
		   f->at / 8 * 8 + 8 <= plan.context_size;
}

/* An argument, or what follows them: the result. Needs no read of memory, which a locked down kernel refuses. */
static __always_inline u64 typed_word(void *ctx, u32 word)
{
	u64 value = 0;

	if (bpf_get_func_arg(ctx, word, &value) && plan.is_return)
		bpf_get_func_ret(ctx, &value);
	return value;
}

static __always_inline u64 fetch_base(void *ctx, const volatile struct probe_fetch *f, const struct probe_seen *seen)
{
	u64 value = 0;

	switch (f->base) {
	case PROBE_CONTEXT:
		if (seen->plain && (is_word(f, seen->words) || (!seen->words && in_word(f))))
			return context_word(ctx, f->at / 8) >> (f->at % 8 * 8);
		if (seen->typed && is_word(f, true) && HAS_HELPER(get_func_arg)) /* 5.17 */
			return typed_word(ctx, f->at / 8);
		bpf_probe_read_kernel(&value, (f->noffsets || f->kind == PROBE_TEXT_AT ? 8 : f->size) & 15, ctx + f->at);
		return value;
	case PROBE_CONSTANT:
		return f->at;
	case PROBE_PID:
		return bpf_get_current_pid_tgid() >> 32;
	case PROBE_TID:
		return (u32)bpf_get_current_pid_tgid();
	case PROBE_UID:
		return (u32)bpf_get_current_uid_gid();
	case PROBE_CPU:
		return bpf_get_smp_processor_id();
	case PROBE_LATENCY:
		return seen->latency;
	case PROBE_FUNCTION:
		return seen->function;
	}
	return 0;
}

/* Follows the offsets; the last one is only added where `to_last` is not set: the address of what it leads to */
static __always_inline u64 follow(const volatile struct probe_fetch *f, u64 value, const bool to_last)
{
#pragma clang loop unroll(disable)
	for (u32 i = 0; i < PROBE_OFFSETS; i++) {
		bool last = i + 1 == f->noffsets;

		if (i >= f->noffsets)
			break;
		value += (s64)f->offsets[i];
		if (!last || to_last)
			value = read_number(value, last ? f->size : 8);
	}
	return value;
}

static __always_inline void fetch_number(void *ctx, const struct probe_seen *seen, u64 *values, u32 i)
{
	const volatile struct probe_fetch *f = &plan.fetches[i];

	if (f->kind == PROBE_NUMBER && f->base != PROBE_COMM)
		values[i] = probe_finish(f, follow(f, fetch_base(ctx, f, seen), true));
}

static __always_inline void fetch_numbers(void *ctx, const struct probe_seen *seen, u64 *values)
{
#pragma clang loop unroll(full)
	for (u32 i = 0; seen->straight && i < STRAIGHT_FETCHES; i++)
		if (i < plan.nfetches)
			fetch_number(ctx, seen, values, i);
#pragma clang loop unroll(disable)
	for (u32 i = seen->straight ? STRAIGHT_FETCHES : 0; i < PROBE_FETCHES; i++) {
		if (i >= plan.nfetches)
			break;
		fetch_number(ctx, seen, values, i);
	}
}

static __always_inline u64 text_address(void *ctx, const volatile struct probe_fetch *f)
{
	struct probe_seen seen = {};
	u64 place;

	if (f->kind == PROBE_TEXT_HERE)
		return context_address(ctx) + f->at;
	if (f->kind != PROBE_TEXT_LOC)
		return follow(f, fetch_base(ctx, f, &seen), false);
	place = context_address(ctx);
	return place + (u32)f->offsets[0] + (read_number(place + f->at, 4) & 0xffff);
}

/* A string of at most size - 1 bytes; "(fault)", as ftrace calls it, where the memory is not there */
static __always_inline void fetch_text(void *ctx, u32 i, char *to, const u32 size)
{
	const volatile struct probe_fetch *f = &plan.fetches[i & (PROBE_FETCHES - 1)];
	u64 address;
	long n;

	if (f->base == PROBE_COMM) {
		bpf_get_current_comm(to, TASK_COMM);
		return;
	}
	address = text_address(ctx, f);
	if (is_user(address))
		n = bpf_probe_read_user_str(to, size, (void *)address);
	else
		n = bpf_probe_read_kernel_str(to, f->length && f->length < size ? f->length + 1 : size, (void *)address);
	if (n < 0)
		__builtin_memcpy(to, "(fault)", 8);
}

#endif
