/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unwind.h - the callers of a user's function, from its registers and a copy of its stack: by what compilers tell about
 * frames (.eh_frame, read by libdw), and by frame pointers where they tell nothing, as in code made at run time. What
 * is mapped is asked of usyms.h. Files, registers and stacks come from anybody.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* struct perf_event_attr.sample_regs_user. What a sample has of them is in the order of their bits. */
#if defined(__x86_64__)
#define UNWIND_REGS 0xff01ffULL /* ax bx cx dx si di bp sp ip, r8 to r15: 64-bit code has no other */
enum { UNWIND_FP = 6, UNWIND_SP = 7, UNWIND_PC = 8, UNWIND_NREGS = 17 };
#elif defined(__aarch64__)
#define UNWIND_REGS 0x1ffffffffULL /* x0 to x29, lr, sp, pc */
enum { UNWIND_FP = 29, UNWIND_SP = 31, UNWIND_PC = 32, UNWIND_NREGS = 33 };
#else
#define UNWIND_REGS 0ULL /* no stacks of users here */
enum { UNWIND_FP, UNWIND_SP, UNWIND_PC, UNWIND_NREGS };
#endif

struct unwind_sample {
	uint32_t pid;
	bool is32;			  /* a 32-bit program on a 64-bit kernel */
	bool whole;			  /* the copy ends where the stack does */
	const uint64_t *regs; /* UNWIND_NREGS */
	const unsigned char *stack;
	size_t size; /* bytes of it, from the stack pointer on */
};

/*
 * Writes up to max frames, innermost first: where it was, then return addresses. Returns how many, at least 1. *flags:
 * STACK_COMPLETE, STACK_CUT, STACK_POINTERS and STACK_NOT_READ (the process is gone, and nothing is known of it) of
 * ktally/stacks.h; none of them: nothing tells the next caller.
 */
unsigned unwind(const struct unwind_sample *s, uint64_t *frames, unsigned max, uint32_t *flags);
/* By frame pointers alone */
unsigned unwind_pointers(const struct unwind_sample *s, uint64_t *frames, unsigned max, uint32_t *flags);

/* Closes files. */
void unwind_drop(void);
