/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* hardirqs.h - what the times of interrupt handlers are counted by. */
#pragma once

#include <linux/types.h>

#define HARDIRQ_NAME 32

/* Interrupts without a line have numbers of their own, which no line has. */
enum hardirq_vector {
	HARDIRQ_LOCAL_TIMER = 0x10000,
	HARDIRQ_RESCHEDULE,
	HARDIRQ_CALL_FUNCTION,
	HARDIRQ_CALL_FUNCTION_SINGLE,
	HARDIRQ_IRQ_WORK,
	HARDIRQ_PLATFORM_IPI,
	HARDIRQ_ERROR,
	HARDIRQ_SPURIOUS,
	HARDIRQ_THRESHOLD,
	HARDIRQ_DEFERRED_ERROR,
	HARDIRQ_THERMAL,
	HARDIRQ_IPI, /* arm64's, which the name tells apart */
	HARDIRQ_VECTORS_END,
};

struct hardirq_key {
	__u32 irq;				 /* the line, or an enum hardirq_vector */
	__u32 cpu;				 /* if asked for */
	char name[HARDIRQ_NAME]; /* of the action; user space names vectors */
};
