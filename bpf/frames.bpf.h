/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * frames.bpf.h - what a call is known again by at its return: where on the stack it was entered, and which function it
 * is. The place alone is not enough: a function that ends by jumping into another one leaves its frame to it.
 */
#ifndef KTALLY_FRAMES_BPF_H
#define KTALLY_FRAMES_BPF_H

#include "vmlinux.h"
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>
#include <linux/ptrace.h>
#include <bpf/bpf_tracing.h>

#define HAS_FUNC_IP bpf_core_enum_value_exists(enum bpf_func_id, BPF_FUNC_get_func_ip) /* 5.15 */

/* At the entry the return address lies on top of the stack (x86); at the return it is gone. */
#if defined(__TARGET_ARCH_x86)
#define RETURN_ADDRESS 8
#else
#define RETURN_ADDRESS 0
#endif

/* The address that a kprobe sits on. Before bpf_get_func_ip(), at entries only: behind the one byte of the breakpoint
 * on x86 */
static __always_inline u64 kprobe_address(struct pt_regs *ctx)
{
	if (HAS_FUNC_IP)
		return bpf_get_func_ip(ctx);
#if defined(__TARGET_ARCH_x86)
	return PT_REGS_IP(ctx) - 1;
#else
	return PT_REGS_IP(ctx);
#endif
}

/* Is the thread that runs the one that entered? exec by another thread than the leader makes it the leader, whose
 * number it has then. Both as bpf_get_current_pid_tgid() */
static __always_inline bool is_same_task(u64 entered)
{
	u64 now = bpf_get_current_pid_tgid();

	return now == entered || (now >> 32 == entered >> 32 && (u32)now == now >> 32);
}

/* What tells two functions on one place of the stack apart; the same for all where a return does not tell its function
 */
static __always_inline u64 of_function(u64 function)
{
	return HAS_FUNC_IP ? function * 0x9e3779b97f4a7c15 : 0; /* 2^64 by the golden ratio */
}

static __always_inline u64 frame_entered(struct pt_regs *ctx, u64 function)
{
	return PT_REGS_SP(ctx) ^ of_function(function);
}

static __always_inline u64 frame_left(struct pt_regs *ctx, u64 function)
{
	return (PT_REGS_SP(ctx) - RETURN_ADDRESS) ^ of_function(function);
}

#endif
