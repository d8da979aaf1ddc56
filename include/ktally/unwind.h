/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * unwind.h - how to find the caller of code without frame pointers: rows made of .eh_frame (sys/unwind_rows.h), which
 * BPF walks (bpf/unwind.bpf.h). x86-64 only: elsewhere compilers keep frame pointers.
 */
#pragma once

#include <linux/types.h>

/* How to find a frame's CFA, the stack pointer before the call; the return address lies below it. */
enum unwind_kind {
	UNWIND_NONE,	  /* nothing is known of this code: follow frame pointers. What no row covers is the same */
	UNWIND_SP,		  /* sp + 8 * cfa8 */
	UNWIND_BP,		  /* bp + 8 * cfa8 */
	UNWIND_PLT,		  /* sp + 8, and 8 more behind the first instructions of a 16-byte stub: (pc & 15) >= 11 */
	UNWIND_REALIGNED, /* what lies at bp - 8 * cfa8; the caller's bp lies at bp */
	UNWIND_BX,		  /* bx + 8 * cfa8: how the dynamic linker enters and leaves what is bound at its first call */
	UNWIND_R10,		  /* r10 + 8 * cfa8: how functions that align the stack anew begin and end; unless bp8 is 0, the
					   * caller's bp lies at bp. No call keeps r10, so only innermost frames are there */
	UNWIND_SIGNAL,	  /* the kernel's frame of a signal: registers lie in the ucontext at sp */
	UNWIND_STOP,	  /* nothing called this */
};

struct unwind_row {
	__u32 pc; /* where it begins: an offset in the file. It ends where the next row begins */
	__u16 cfa8;
	__u8 kind : 4;
	__u8 bx8 : 4; /* the caller's bx lies at the CFA - 8 * (bx8 + 1); 0: it is still in its register */
	__s8 bp8;	  /* the caller's bp lies at the CFA + 8 * bp8; 0: it is still in its register */
};
#define UNWIND_BX_ELSEWHERE 15

/* A piece of code in the memory of a process */
struct unwind_mapping {
	__u64 start, end;
	__u64 bias;				/* address minus this: the offset in the file */
	__u32 first_row, nrows; /* of `unwind_rows`; none: frame pointers */
};

/* A process whose mappings are known, or asked for: the value of `unwind_processes`, under its number */
struct unwind_process {
	__u64 identity;	   /* of the process and its program; another one: it is not known; 0: not met yet */
	__u64 asked_ns;	   /* when user space was asked last */
	__u64 patience_ns; /* for so long it is not asked again about code that it knows nothing of */
	__u32 first, n;	   /* of `unwind_mappings` */
	__u32 is_read;	   /* 0: it is only asked for */
	__u32 copies;	   /* of stacks, that were sent meanwhile */
};
