/* SPDX-License-Identifier: GPL-2.0-or-later */
/* boot.h - what the scheduler's histograms have in common while the kernel boots. */
#pragma once

#include "session/task_by.h"
#include "switch.h"

#define SCHED_BOOT_THREADS 16384 /* in the whole boot: the kernel has room for so many */
#define SCHED_SWITCH "sched.sched_switch"

/* As switch_leaves_runnable() and switch_is_last() */
#define SCHED_TEXT_OF(number) SCHED_TEXT(number)
#define SCHED_TEXT(number) #number
#define SCHED_LEAVES_RUNNABLE "prev_pid != 0 && !(prev_state & " SCHED_TEXT_OF(SWITCH_STATES) ")"
#define SCHED_LEAVES_TO_WAIT "prev_pid != 0 && !(prev_state & " SCHED_TEXT_OF(SWITCH_ENDED) ")"

struct boot_config;
struct boot_latency;
/* Sets the key of a latency that ends with sched_switch, and whose thread is l->to_keys. 0, or -ENOTSUP with b->err and
 * b->why set */
int sched_boot_by(struct boot_config *b, struct boot_latency *l, enum task_by_what by);
