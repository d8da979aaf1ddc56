/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * calls.bpf.h - calls of kernel functions from entry to return, by whatever src/source/function_pair.c finds the
 * kernel able to do: fentry and fexit, kprobe.multi links, or kprobes. Before it is included:
 *
 *	#define CALL_DATA struct mine	words kept from the entry to the return
 *
 * and the object defines these two. `typed`: ctx is that of fentry and fexit, not registers.
 *
 *	static __always_inline bool call_begins(void *ctx, const bool typed, CALL_DATA *data);	false: not wanted
 *	static __always_inline void call_ends(void *ctx, const bool typed, const struct call_start *start, u64 now);
 *
 * A call is known by its function and where on the stack it was entered (frames.bpf.h). No two calls under way share
 * both, whatever recursion or interrupt they come from, and both are the same at the return; the depth of a thread's
 * calls would not be, once a return was missed. Entered again without a return in between is such a miss. It is
 * counted.
 */
#ifndef KTALLY_CALLS_BPF_H
#define KTALLY_CALLS_BPF_H

#include "filter.bpf.h"
#include "frames.bpf.h"
#include <ktally/calls.h>

struct call_start {
	u64 time_ns;
	u64 task;	  /* as bpf_get_current_pid_tgid() */
	u64 function; /* its address; 0: there is but one, and this kernel does not tell */
	CALL_DATA data;
};

/* The hash alone: kernels without compare-and-exchange need no programs of their own, and a probe's cost hides it. */
#define STARTS_LOG2 1
#define START_DATA struct call_start
#include "starts.bpf.h"

const volatile struct call_setup call_setup = {};

static __always_inline bool call_begins(void *ctx, const bool typed, CALL_DATA *data);
static __always_inline void call_ends(void *ctx, const bool typed, const struct call_start *start, u64 now);

#define CALL_HAS(helper) bpf_core_enum_value_exists(enum bpf_func_id, BPF_FUNC_##helper)

/* Word n of a typed context. The verifier wants the offset in the instruction, and clang would compute it. */
#define CALL_WORD(ctx, offset)                                                    \
	({                                                                            \
		u64 word_;                                                                \
		asm volatile("%0 = *(u64 *)(%1 + " #offset ")" : "=r"(word_) : "r"(ctx)); \
		word_;                                                                    \
	})

/* The result is the word behind the arguments. Other branches than the function's own are never verified. */
static __always_inline u64 call_word(void *ctx, u32 n)
{
	switch (n) {
	case 0:
		return CALL_WORD(ctx, 0);
	case 1:
		return CALL_WORD(ctx, 8);
	case 2:
		return CALL_WORD(ctx, 16);
	case 3:
		return CALL_WORD(ctx, 24);
	case 4:
		return CALL_WORD(ctx, 32);
	case 5:
		return CALL_WORD(ctx, 40);
	case 6:
		return CALL_WORD(ctx, 48);
	}
	return 0;
}

/* Argument n < CALL_ARGS at the entry, a constant; 0 where the function is known to have fewer */
static __always_inline u64 call_argument(void *ctx, const bool typed, const u32 n)
{
	struct pt_regs *regs = ctx;
	u64 value = 0;

	if (typed && CALL_HAS(get_func_arg)) { /* 5.17 */
		bpf_get_func_arg(ctx, n, &value);
		return value;
	}
	if (typed)
		return n < call_setup.slots ? call_word(ctx, n) : 0;
	switch (n) {
	case 0:
		return PT_REGS_PARM1(regs);
	case 1:
		return PT_REGS_PARM2(regs);
	case 2:
		return PT_REGS_PARM3(regs);
	case 3:
		return PT_REGS_PARM4(regs);
	case 4:
		return PT_REGS_PARM5(regs);
	}
#if defined(__TARGET_ARCH_x86)
	return regs->r9;
#else
	return ((struct user_pt_regs *)regs)->regs[5];
#endif
}

/* What the function returned, extended to 64 bits; 0 where it returns nothing */
static __always_inline s64 call_result(void *ctx, const bool typed)
{
	struct pt_regs *regs = ctx;
	u32 shift = 64 - call_setup.result_bits;
	u64 value = 0;

	if (!call_setup.result_bits)
		return 0;
	if (!typed)
		value = PT_REGS_RC(regs);
	else if (CALL_HAS(get_func_ret)) /* 5.17 */
		bpf_get_func_ret(ctx, &value);
	else
		value = call_word(ctx, call_setup.slots);
	return call_setup.result_signed ? (s64)(value << shift) >> shift : (s64)(value << shift >> shift);
}

static __always_inline int call_enter(void *ctx, u64 place, u64 function, const bool typed)
{
	struct call_start start = {};

	if (!task_wanted())
		return 0;
	if (!call_begins(ctx, typed, &start.data)) {
		starts_forget(place);
		return 0;
	}
	start.function = function;
	start.task = bpf_get_current_pid_tgid();
	start.time_ns = bpf_ktime_get_ns();
	starts_put_hashed(place, &start);
	return 0;
}

static __always_inline int call_leave(void *ctx, u64 place, const bool typed)
{
	u64 now = bpf_ktime_get_ns();
	struct call_start start = {};

	if (!starts_take(place, &start)) {
		if (!call_setup.filtered && task_wanted())
			LOST(unmatched);
		return 0;
	}
	if (is_same_task(start.task))
		call_ends(ctx, typed, &start, now);
	else
		LOST(missed); /* of a thread that is gone: its stack has a new owner, whose entry was not wanted */
	return 0;
}

/* Both run on one frame of the trampoline: the place is that of their common context. */
static __always_inline u64 typed_function(void *ctx)
{
	return CALL_HAS(get_attach_cookie) ? bpf_get_func_ip(ctx) : 0; /* 5.15, as the cookie */
}

SEC("?fentry")
int call_fentry(u64 *ctx)
{
	return call_enter(ctx, starts_key(ctx), typed_function(ctx), true);
}

SEC("?fexit")
int call_fexit(u64 *ctx)
{
	return call_leave(ctx, starts_key(ctx), true);
}

static __always_inline int call_enter_frame(struct pt_regs *ctx, u64 function)
{
	return call_enter(ctx, frame_entered(ctx, function), function, false);
}

SEC("?kprobe.multi")
int call_multi(struct pt_regs *ctx)
{
	return call_enter_frame(ctx, bpf_get_func_ip(ctx));
}

SEC("?kprobe.multi")
int call_multi_return(struct pt_regs *ctx)
{
	return call_leave(ctx, frame_left(ctx, bpf_get_func_ip(ctx)), false);
}

SEC("?kprobe")
int call_single(struct pt_regs *ctx)
{
	return call_enter_frame(ctx, kprobe_address(ctx));
}

SEC("?kretprobe")
int call_single_return(struct pt_regs *ctx)
{
	return call_leave(ctx, frame_left(ctx, HAS_FUNC_IP ? kprobe_address(ctx) : 0), false);
}

#endif
