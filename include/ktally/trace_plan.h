/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* trace_plan.h - what the kernel's half reads for a call, and when: filled from the table of calls, before the load. */
#pragma once

#include <linux/types.h>

enum trace_op_kind {
	TRACE_OP_NONE,	   /* ends the list */
	TRACE_OP_STRING,   /* up to the NUL */
	TRACE_OP_BUFFER,   /* as many bytes as `length_from` says, and `size` more */
	TRACE_OP_STRUCT,   /* `size` bytes */
	TRACE_OP_SOCKADDR, /* as TRACE_OP_BUFFER */
	TRACE_OP_IOVEC,	  /* an array of as many struct iovec as `length_from` says, and then what each points to, up to the
					   * result if the call has returned and memory was written. Of a failed one the array alone */
	TRACE_OP_ARGV,	  /* an array of strings that ends with a NULL; max 0: only how many (TRACE_COUNT) */
	TRACE_OP_MSGHDR,  /* struct msghdr, its name, its control data, its iovec and what that points to */
	TRACE_OP_MMSGHDR, /* as many struct mmsghdr as `length_from` says, each as TRACE_OP_MSGHDR */
	TRACE_OP_ARRAY,	  /* as many elements of `size` bytes as `length_from` says */
	TRACE_OP_FD,	  /* what the descriptor is (-y) */
	TRACE_OP_FDS,	  /* what the descriptors are with which as many elements of `size` bytes begin as `length_from`
					   * says, at most `max` of them */
	TRACE_OP_STACK,	  /* `size` bytes that are `max` above the stack pointer, at the entry: TRACE_MEMORY of `arg`
						 (rt_sigreturn) */
	TRACE_OP_DIRENTS, /* how many struct linux_dirent64 are in as many bytes as `length_from` says (TRACE_COUNT) */
};

enum trace_when {
	TRACE_AT_ENTRY,
	TRACE_AT_EXIT,
	TRACE_AT_SUCCESS, /* at exit, if the result is not below 0 */
	TRACE_AT_BOTH,
};

enum trace_from {
	/* 0..5: the value of that argument */
	TRACE_FROM_RESULT = 6,
	TRACE_FROM_SIZE = 7,
	TRACE_FROM_POINTER = 8, /* + argument: the u32 that it points to */
	TRACE_FROM_BITS = 16,	/* + argument: its value in bits, rounded up to 8 bytes */
};

struct trace_op {
	__u8 kind, arg;
	__u8 when;		  /* enum trace_when */
	__u8 length_from; /* enum trace_from */
	__u16 size;		  /* bytes of the structure, or of an element */
	__u16 max;		  /* at most so many bytes of a string, a buffer, an element are sent */
};

#define TRACE_OPS 6
struct trace_plan {
	struct trace_op ops[TRACE_OPS];
};

/* One plan for each number: 64-bit calls first (x32's too, without their bit), then 32-bit ones */
#define TRACE_PLAN_NUMBERS 512
#define TRACE_PLANS (2 * TRACE_PLAN_NUMBERS)

/* What one piece can have, whatever `max` says: a path is the longest */
#define TRACE_PIECE_MAX 4096
/* Elements of an array of strings, or of struct iovec */
#define TRACE_ELEMENTS 32
