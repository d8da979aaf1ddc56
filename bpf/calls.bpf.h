/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * calls.bpf.h - calls of kernel functions from entry to return, by whatever src/source/bpf/entry_exit.c finds the
 * kernel able to do: fentry and fexit, kprobe.multi links, or kprobes. To be included as entry_exit.bpf.h is, with
 * arguments and results.
 */
#pragma once

#include "entry_exit.bpf.h"

const volatile struct call_setup call_setup = {};

/* Argument n < CALL_ARGS at the entry, a constant; 0 where the function is known to have fewer */
static __always_inline u64 call_argument(void *ctx, const bool typed, const u32 n)
{
	struct pt_regs *regs = ctx;
	u64 value = 0;

	if (typed && HAS_HELPER(get_func_arg)) { /* 5.17 */
		bpf_get_func_arg(ctx, n, &value);
		return value;
	}
	if (typed)
		return n < call_setup.slots ? context_word(ctx, n) : 0;
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
	else if (HAS_HELPER(get_func_ret)) /* 5.17 */
		bpf_get_func_ret(ctx, &value);
	else
		value = context_word(ctx, call_setup.slots);
	return call_setup.result_signed ? (s64)(value << shift) >> shift : (s64)(value << shift >> shift);
}

SEC("?function.entry")
int call_fentry(u64 *ctx)
{
	return call_enter_typed(ctx, HAS_HELPER(get_attach_cookie) ? bpf_get_func_ip(ctx) : 0); /* 5.15, as the cookie */
}

SEC("?function.exit")
int call_fexit(u64 *ctx)
{
	return call_leave_typed(ctx);
}

SEC("?kprobe.multi")
int call_multi(struct pt_regs *ctx)
{
	return call_enter_frame(ctx, bpf_get_func_ip(ctx));
}

SEC("?kprobe.multi")
int call_multi_return(struct pt_regs *ctx)
{
	return call_leave_frame(ctx, bpf_get_func_ip(ctx));
}

SEC("?kprobe")
int call_single(struct pt_regs *ctx)
{
	return call_enter_frame(ctx, kprobe_address(ctx));
}

SEC("?kretprobe")
int call_single_return(struct pt_regs *ctx)
{
	return call_leave_frame(ctx, kprobe_address(ctx));
}
