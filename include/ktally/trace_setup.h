/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* trace_setup.h - what trace's two halves share beside rows and plans: what is wanted, and slots of threads. */
#pragma once

#include "hist.h"
#include "opensnoop.h"
#include "syscount.h"
#include "trace.h"
#include "trace_plan.h"

/* A set of calls: the bit of each number, 64-bit and 32-bit ones apart */
struct trace_set {
	__u64 bits[TRACE_PLANS / 64];
	__u32 others; /* numbers beyond those that plans have */
	__u32 unused;
};

/* One condition on a call's arguments; those of one call must all hold. Calls that no condition names pass. */
enum trace_test {
	TRACE_EQUAL,
	TRACE_UNEQUAL,
	TRACE_LESS,
	TRACE_AT_MOST,
	TRACE_ALL_BITS,
	TRACE_ANY_BITS,
	TRACE_NO_BITS
};
#define TRACE_CONDITIONS 16
struct trace_condition {
	__u32 call; /* its index among the plans */
	__u8 arg;	/* TRACE_RESULT: the result; above that how long it took */
	__u8 test;	/* enum trace_test */
	__u8 negated;
	__u8 bits; /* of the argument's type: 8..64 */
	__u8 is_signed;
	__u8 unused[7];
	__u64 value;
};

#define TRACE_LATENCY (TRACE_RESULT + 1)

/* Processes whose calls are left out */
#define TRACE_NOT_PIDS 16
struct trace_not_pids {
	__u32 n;
	__u32 pids[TRACE_NOT_PIDS];
};

struct trace_setup {
	struct trace_set wanted, at_entry, no_return;
	struct trace_set numbers; /* wanted of either kind: a 32-bit call's bit is that of its number */
	__u64 slower_ns;
	__u32 failed;	 /* only calls that failed */
	__u32 succeeded; /* only those that did not */
	__u32 by_error;	 /* only errors of trace_errors */
	__u32 nconditions;
	__u32 summary, rows; /* counts calls, sends rows */
	__u32 stacks;		 /* bit 0: the program's, bit 1: the kernel's */
	__u32 signals;		 /* ends of threads too */
	__u32 by_thread;	 /* the summary */
	__u32 all;			 /* every call is wanted */
	__u32 ends;			 /* rows of calls in which their threads end */
	__u32 delayed;		 /* nothing is wanted before begin_ns */
	struct trace_not_pids not_pids;
	__u32 unused;
	struct trace_condition conditions[TRACE_CONDITIONS];
};

/* Errors from 1 to 4095, as bits */
struct trace_errors {
	__u64 bits[64];
};

#define TRACE_SLOTS_LOG2 14

/* A thread that has made a call. User space sees those that are still in one. */
struct trace_slot {
	__u64 id;	 /* tgid << 32 | tid; 0: free */
	__u64 start; /* nanoseconds; 0: in no call */
	__u64 args[TRACE_ARGS];
	__u32 call, uid;
	__u64 comm[TASK_COMM / 8];
	__u64 captured; /* 1, 2: a struct trace_capture, or a long one, waits */
	__u64 found;	/* --trace-path: a path of the entry matched */
	__u64 unused[2];
};

/* Pieces of a call's entry, until it returns. Most have a few words; execve's arguments do not fit there. */
#define TRACE_CAPTURE 256
#define TRACE_CAPTURE_LONG 4096
struct trace_capture {
	__u64 pieces[TRACE_CAPTURE / 8];
	__u64 length;
};
struct trace_capture_long {
	__u64 pieces[TRACE_CAPTURE_LONG / 8];
	__u64 length;
};

/* What -s and -S count */
struct trace_key {
	char comm[TASK_COMM];
	__u32 pid, tid;
	__u32 call;
	__u32 unused;
};

struct trace_total {
	__u64 errors;
	struct hist hist; /* nanoseconds */
};
