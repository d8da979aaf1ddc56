/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * stack_copies.bpf.h - copies of stacks whose process user space has not read yet, or that have code which came later.
 * The kernel's records of what is mapped tell what the copies need, even when the process has ended meanwhile
 * (source/bpf/unwind_copy.c): short programs have whole stacks too.
 */
#pragma once

#include "unwind.bpf.h"

/* How many pages, from that of the stack pointer on, there are up to the stack's end, or that may be copied */
static __always_inline u32 pages_above(u64 sp)
{
	u64 start = sp & ~(u64)(STACK_PAGE - 1);
	u32 n = 0;
	u8 byte;

#pragma clang loop unroll(full)
	for (u32 i = 0; i < STACK_PAGES; i++)
		if (n == i && !bpf_probe_read_user(&byte, 1, (void *)(start + i * STACK_PAGE)))
			n++;
	return n;
}

/* Sends at most `most` pages, and returns the name of the copy, which no other stack has. 0: there was no room */
static __always_inline u64 copy_pages(const struct stack_slot *slot, const int most)
{
	struct stack_copy *copy = bpf_ringbuf_reserve(&stacks, STACK_COPY_HEAD + most * STACK_PAGE, 0);
	u64 hash;

	if (!copy)
		return 0;
	hash = stack_mix(stack_mix(bpf_ktime_get_ns(), bpf_get_current_pid_tgid()), bpf_get_smp_processor_id()) | 1;
	copy->hash = hash;
	copy->tgid = slot->row.tgid;
	copy->n = STACK_IS_COPY;
	copy->flags = 0;
	copy->ip = slot->begin.ip;
	copy->sp = slot->begin.sp;
	copy->bp = slot->begin.bp;
	copy->bx = slot->begin.bx;
	copy->r10 = slot->begin.r10;
	copy->start = slot->begin.sp & ~(u64)(STACK_PAGE - 1);
	copy->npages = 0;
#pragma clang loop unroll(full)
	for (int i = 0; i < most; i++)
		if (!bpf_probe_read_user(copy->memory[i], STACK_PAGE, (void *)(copy->start + i * STACK_PAGE)))
			copy->npages = i + 1;
	bpf_ringbuf_submit(copy, 0);
	return hash;
}

/* Room in the ring is reserved in sizes that are known when this is compiled. */
static __always_inline u64 stack_copy(const struct stack_slot *slot)
{
	u32 n = pages_above(slot->begin.sp);

	if (n <= 2)
		return copy_pages(slot, 2);
	return n <= 4 ? copy_pages(slot, 4) : copy_pages(slot, STACK_PAGES);
}
