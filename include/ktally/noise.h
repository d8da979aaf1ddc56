/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * noise.h - what programs and measuring threads tell each other. Each measured CPU has a record, in memory that both
 * see. Its thread is pinned, and the programs write only while the thread does not run, so nothing in it needs a lock;
 * an NMI alone may interrupt a program.
 */
#pragma once

#include <linux/types.h>

#define NOISE_NAME 32

/* What takes a CPU away; what comes first interrupts what comes later. */
enum noise_class {
	NOISE_NMI,
	NOISE_IRQ,
	NOISE_SOFTIRQ,
	NOISE_THREAD,
	NOISE_CLASSES,
	NOISE_HARDWARE = NOISE_CLASSES, /* or a hypervisor: no program saw anything */
};

struct noise_source {
	__u32 class;		   /* enum noise_class */
	__u32 id;			   /* of an IRQ as in hardirqs.h, a softirq's vector, a thread's number */
	char name[NOISE_NAME]; /* of the IRQ's action, or of the thread */
};

/* Times are net: without what interrupted the interruption itself. */
struct noise_total {
	__u64 count, ns, max_ns;
};

struct noise_past {
	__u64 ended_ns, ns;
	struct noise_source source;
};

#define NOISE_STACK 32
#define NOISE_PASTS 512 /* a power of 2 */

/* The last expiry of the thread's timer */
struct noise_timer {
	__u64 expired_ns;	  /* when its handler ran; 0: not yet */
	__u64 irq_entered_ns; /* when the interrupt began in which it ran; 0: unknown */
	__u64 running_ns;	  /* when the thread got the CPU; 0: not yet */
	__u32 tid;			  /* who was interrupted; 0: nobody, the CPU was idle */
	__s32 stack_bytes;	  /* of the kernel's stack then; 0 or less: none */
	char comm[16];
	__u64 stack[NOISE_STACK];
};

struct noise_cpu {
	/* The thread writes these. */
	__u64 sampling;	   /* count what happens */
	__u64 claim;	   /* whoever leaves this CPU next is the thread */
	__u64 expected_ns; /* when the timer is to expire, by the host's CLOCK_MONOTONIC; 0: there is none */
	/* The programs write the rest. */
	__u64 tid;			 /* the thread's, by the kernel's numbers; 0: not known yet */
	__u64 interruptions; /* that ended while sampling */
	__u64 ns;			 /* theirs together */
	struct noise_total totals[NOISE_CLASSES];
	__u64 start[NOISE_CLASSES]; /* 0: it is not under way */
	__u64 irq_entered_ns;
	struct noise_timer timer;
	__u64 npast; /* so many were written; the last NOISE_PASTS are there */
	struct noise_past past[NOISE_PASTS];
};
