/* SPDX-License-Identifier: GPL-2.0-or-later */
/* boot.h - what the scheduler's histograms have in common while the kernel boots. */
#pragma once

#include "session/task_by.h"

#define SCHED_BOOT_THREADS 16384 /* in the whole boot: the kernel has room for so many */
#define SCHED_SWITCH "sched.sched_switch"

/* States are those of switch.c */
#define SCHED_LEAVES_RUNNABLE "prev_pid != 0 && !(prev_state & 0xff)"
#define SCHED_LEAVES_TO_WAIT "prev_pid != 0 && !(prev_state & 0x30)"

struct boot_config;
struct boot_latency;
/* Sets the key of a latency that ends with sched_switch. side: "prev" or "next", whose time it is. 0, or -ENOTSUP with
 * b->err and b->why set */
int sched_boot_by(struct boot_config *b, struct boot_latency *l, enum task_by_what by, const char *side);
