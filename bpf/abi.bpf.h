/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * abi.bpf.h - whose number a system call's number is: that of a 64-bit, an x32 or a 32-bit call. x32 calls carry
 * their bit; the other two are told apart by the task's own flag, since a 64-bit program can make 32-bit
 * calls too (int 0x80).
 */
#pragma once

#include "syscalls.bpf.h"
#include <bpf/bpf_helpers.h>
#include <ktally/syscount.h>

#define TS_COMPAT 2			/* x86: thread_info.status, from the call's entry to its exit */
#define TIF_32BIT (1 << 22) /* arm64: thread_info.flags, as long as the program runs */

#if defined(__TARGET_ARCH_x86)
#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)
struct pt_regs___entry {
	unsigned long cx, ip, r11, flags;
};
#pragma clang attribute pop

/* The instruction `syscall` leaves the address after it in rcx; int 0x80 leaves rcx as it was. */
static __always_inline bool entered_by_int80(struct pt_regs *regs)
{
	struct pt_regs___entry *entry = (void *)regs;

	return entry->cx != entry->ip;
}

/*
 * Surely a 64-bit call? Told by the registers that the instruction `syscall` fills: asking for the task takes several
 * times as long as the count itself. "No" (FRED, int 0x80) only means that the task has to be asked.
 */
static __always_inline bool entered_by_syscall(struct pt_regs *regs)
{
	struct pt_regs___entry *entry = (void *)regs;

	return entry->cx == entry->ip && entry->r11 == entry->flags && !syscall_is_32bit(regs);
}
#else
#define entered_by_int80(regs) false
#define entered_by_syscall(regs) false
#endif

/* 5.11: the current task with its type, so that it needs no probe reads. The kernel says whether it has that. */
enum bpf_func_id___task {
	BPF_FUNC_get_current_task_btf___task = 158,
};
#define HAS_TASK_BTF bpf_core_enum_value_exists(enum bpf_func_id___task, BPF_FUNC_get_current_task_btf___task)

/* Is the call that is entered or left now a 32-bit one? For tools that look at few calls: compare the number first. */
static __always_inline bool call_is_32bit(struct pt_regs *regs)
{
	if (syscall_is_32bit(regs))
		return true;
#if defined(__TARGET_ARCH_x86)
	struct task_struct *task;

	if (entered_by_syscall(regs))
		return false;
	if (!HAS_TASK_BTF)
		return entered_by_int80(regs);
	task = bpf_get_current_task_btf();
	return task->thread_info.status & TS_COMPAT;
#else
	return false; /* 64-bit code has no way to make one */
#endif
}

/* task: the current one. old_kernel: before 5.11 it is not known, and registers have to do. entry: is this the entry */
static __always_inline u32 syscall_of(const struct task_struct *task, struct pt_regs *regs, u32 number,
									  const bool entry, const bool old_kernel)
{
	bool is_32bit;

	if (old_kernel)
		is_32bit = syscall_is_32bit(regs) || (entry && entered_by_int80(regs));
	else
#if defined(__TARGET_ARCH_x86)
		is_32bit = task->thread_info.status & TS_COMPAT;
#else
		is_32bit = task->thread_info.flags & TIF_32BIT;
#endif
	return is_32bit ? number | SYSCOUNT_32BIT : number;
}
