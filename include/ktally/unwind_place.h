/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * unwind_place.h - from a frame to its caller's, by a row of unwind.h or by the frame pointer. One text for BPF, which
 * reads the memory of the current program, and for user space, which reads a copy of a stack.
 *
 * Whoever includes this defines UNWIND_WORD(place, address) before: the word there, or 0.
 */
#pragma once

#include "stacks.h"
#include "unwind.h"

/* The registers of a frame, as far as they are known */
struct unwind_place {
	__u64 ip, sp, bp, bx; /* bx 0: not known */
	__u64 r10;			  /* if exact */
	__u32 exact; /* ip is where the code is; else where a call returns to, which may lie behind the caller's end */
	__u32 flags; /* how the frames end: STACK_COMPLETE and the like */
};

#define UNWIND_ROOM (1 << 20) /* bytes between frame pointers */
#define UNWIND_INLINE static inline __attribute__((always_inline))

/* Goes to the caller: 0 where there is none */
UNWIND_INLINE int unwind_to(struct unwind_place *p, __u64 ip, __u64 sp)
{
	p->exact = 0;
	p->ip = ip;
	p->sp = sp;
	return ip != 0;
}

/* Compilers that keep frame pointers store the caller's at the one place, and the return address above it. */
UNWIND_INLINE int unwind_by_pointer(struct unwind_place *p)
{
	__u64 bp = p->bp;

	p->flags |= STACK_POINTERS;
	if (bp < p->sp || bp - p->sp > UNWIND_ROOM || bp & 7)
		return 0;
	p->bp = UNWIND_WORD(p, bp);
	p->bx = 0;
	return unwind_to(p, UNWIND_WORD(p, bp + 8), bp + 16);
}

/* The registers of the interrupted code: struct ucontext, and in it struct sigcontext_64 */
UNWIND_INLINE int unwind_signal(struct unwind_place *p)
{
	__u64 sp = p->sp;

	p->bp = UNWIND_WORD(p, sp + 120);
	p->bx = UNWIND_WORD(p, sp + 128);
	p->r10 = UNWIND_WORD(p, sp + 56);
	unwind_to(p, UNWIND_WORD(p, sp + 168), UNWIND_WORD(p, sp + 160));
	p->exact = 1;
	return p->ip != 0;
}

/* The caller's registers; `at_bp`: bp lies where bp points to */
UNWIND_INLINE void unwind_saved(struct unwind_place *p, const struct unwind_row *row, __u64 cfa, int at_bp)
{
	__s64 bp8 = row->bp8; // NOLINT(bugprone-signed-char-misuse,cert-str34-c): a number
	__u64 bx8 = row->bx8;

	if (at_bp)
		p->bp = UNWIND_WORD(p, p->bp);
	else if (bp8)
		p->bp = UNWIND_WORD(p, cfa + 8 * bp8);
	if (bx8 == UNWIND_BX_ELSEWHERE)
		p->bx = 0;
	else if (bx8)
		p->bx = UNWIND_WORD(p, cfa - 8 * (bx8 + 1));
}

/* pc: ip, or for a return address the byte before, as an offset in the row's file */
UNWIND_INLINE int unwind_by_row(struct unwind_place *p, const struct unwind_row *row, __u32 pc)
{
	__u64 cfa = p->sp, offset = 8 * (__u64)row->cfa8;
	__u32 kind = row->kind;

	if (kind == UNWIND_STOP) {
		p->flags |= STACK_COMPLETE;
		return 0;
	}
	if (kind == UNWIND_SIGNAL)
		return unwind_signal(p);
	if (kind == UNWIND_NONE)
		return unwind_by_pointer(p);
	if (kind == UNWIND_SP)
		cfa += offset;
	else if (kind == UNWIND_BP)
		cfa = p->bp + offset;
	else if (kind == UNWIND_PLT)
		cfa += (pc & 15) >= 11 ? 16 : 8;
	else if (kind == UNWIND_BX)
		cfa = p->bx + offset;
	else if (kind == UNWIND_R10)
		cfa = p->exact ? p->r10 + offset : 0;
	else
		cfa = UNWIND_WORD(p, p->bp - offset);
	if (cfa <= p->sp) /* each frame lies above its callee's: else this would never end */
		return 0;
	unwind_saved(p, row, cfa, kind == UNWIND_REALIGNED || (kind == UNWIND_R10 && row->bp8));
	return unwind_to(p, UNWIND_WORD(p, cfa - 8), cfa);
}
