/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * syscalls.bpf.h - arguments of system calls where they are entered and left, by direct loads: no
 * bpf_probe_read_kernel(), which lockdown=confidentiality forbids. The only place with an architecture.
 */
#pragma once

#include "vmlinux.h"
#include <asm/unistd.h>
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)
#if defined(__TARGET_ARCH_x86)
struct pt_regs {
	unsigned long bx, bp, r10, r9, r8, ax, cx, dx, si, di, orig_ax, cs;
};
#elif defined(__TARGET_ARCH_arm64)
struct pt_regs {
	u64 regs[31];
	u64 orig_x0;
	u64 pstate;
	s32 syscallno;
};
#else
#error "which registers hold a system call's arguments here?"
#endif
#pragma clang attribute pop

/* What the classic raw_syscalls tracepoints pass, to programs that have a form for either kind
 * (src/source/bpf/tracepoints.h) */
struct syscall_event {
	u64 common;
	s64 number, result; /* at sys_enter: the first argument */
};

/* For programs there: the registers of the call (5.15) */
static __always_inline struct pt_regs *syscall_regs(void)
{
	return (struct pt_regs *)bpf_task_pt_regs(bpf_get_current_task_btf());
}

/* i: 0..5, a constant. At sys_exit too: the registers still hold what they held (except arm64's first,
 * which the result has overwritten and orig_x0 keeps). */
static __always_inline u64 syscall_arg(struct pt_regs *regs, const u32 i)
{
#if defined(__TARGET_ARCH_x86)
	switch (i) {
	case 0:
		return regs->di;
	case 1:
		return regs->si;
	case 2:
		return regs->dx;
	case 3:
		return regs->r10;
	case 4:
		return regs->r8;
	default:
		return regs->r9;
	}
#else
	return i ? regs->regs[i] : regs->orig_x0;
#endif
}

/* The same of a 32-bit call */
static __always_inline u32 syscall_arg_32(struct pt_regs *regs, const u32 i)
{
#if defined(__TARGET_ARCH_x86)
	switch (i) {
	case 0:
		return regs->bx;
	case 1:
		return regs->cx;
	case 2:
		return regs->dx;
	case 3:
		return regs->si;
	case 4:
		return regs->di;
	default:
		return regs->bp;
	}
#else
	return syscall_arg(regs, i);
#endif
}

/* Numbers of 32-bit calls: asm/unistd_32.h cannot be included beside the other table */
#define NR32_OPEN 5
#define NR32_CREAT 8
#define NR32_EXECVE 11
#define NR32_KILL 37
#define NR32_PIDFD_SEND_SIGNAL 424
#define NR32_RT_SIGQUEUEINFO 178
#define NR32_OPENAT2 437
#if defined(__TARGET_ARCH_x86)
#define NR32_TKILL 238
#define NR32_TGKILL 270
#define NR32_RT_TGSIGQUEUEINFO 335
#define NR32_OPENAT 295
#define NR32_EXECVEAT 358
#else
#define NR32_TKILL 238
#define NR32_TGKILL 268
#define NR32_RT_TGSIGQUEUEINFO 363
#define NR32_OPENAT 322
#define NR32_EXECVEAT 387
#endif

/* Number of the call that sys_exit ends */
static __always_inline u32 syscall_number(struct pt_regs *regs)
{
#if defined(__TARGET_ARCH_x86)
	return regs->orig_ax;
#else
	return regs->syscallno;
#endif
}

/* A call from 32-bit code: other numbers mean other calls there, and its arguments are elsewhere */
static __always_inline bool syscall_is_32bit(struct pt_regs *regs)
{
#if defined(__TARGET_ARCH_x86)
	return regs->cs == 0x23; /* __USER32_CS */
#else
	return regs->pstate & 0x10; /* PSR_MODE32_BIT */
#endif
}
