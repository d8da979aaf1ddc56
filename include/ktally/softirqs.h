/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* softirqs.h - what the times of softirqs are counted by. */
#pragma once

#include <linux/types.h>

#define SOFTIRQS 16 /* the kernel has 10: enum in include/linux/interrupt.h */

struct softirq_key {
	__u32 vector;
	__u32 cpu; /* if asked for */
};
