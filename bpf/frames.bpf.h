/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * frames.bpf.h - how a return finds its entry: by the place on the stack where the call was entered, and by its
 * function. The place alone is not enough: a function that ends by jumping into another one leaves its frame to it.
 */
#pragma once

#include "load.bpf.h"
#include <linux/ptrace.h>
#include <bpf/bpf_tracing.h>
#include <ktally/calls.h>

/* The address that a kprobe at an entry sits on. On x86 the instruction pointer is past the breakpoint's one byte. */
static __always_inline u64 entry_address(struct pt_regs *ctx)
{
#if defined(__TARGET_ARCH_x86)
	return PT_REGS_IP(ctx) - 1;
#else
	return PT_REGS_IP(ctx);
#endif
}

/* The same at returns too, from 5.15 on */
static __always_inline u64 kprobe_address(struct pt_regs *ctx)
{
	return HAS_HELPER(get_func_ip) ? bpf_get_func_ip(ctx) : entry_address(ctx);
}

/* Differs between two functions on one place of the stack; 0 for all where a return does not know its function */
static __always_inline u64 of_function(u64 function)
{
	return HAS_HELPER(get_func_ip) ? function * 0x9e3779b97f4a7c15 : 0; /* 2^64 by the golden ratio */
}

static __always_inline u64 frame_entered(struct pt_regs *ctx, u64 function)
{
	return PT_REGS_SP(ctx) ^ of_function(function);
}

static __always_inline u64 frame_left(struct pt_regs *ctx, u64 function)
{
	return (PT_REGS_SP(ctx) - RETURN_ADDRESS) ^ of_function(function);
}

/* At its entry a function's return address is on top of the stack (x86), or in a register. */
static __always_inline u64 caller_of(struct pt_regs *ctx)
{
#if defined(__TARGET_ARCH_x86)
	u64 caller = 0;

	bpf_probe_read_kernel(&caller, sizeof(caller), (void *)PT_REGS_SP(ctx));
	return caller;
#else
	return PT_REGS_RET(ctx);
#endif
}
