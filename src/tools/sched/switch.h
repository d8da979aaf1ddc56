/* SPDX-License-Identifier: GPL-2.0-or-later */
/* switch.h - records of sched_switch. */
#pragma once

#include <stdbool.h>

enum { SWITCH_PREV_COMM, SWITCH_PREV_PID, SWITCH_PREV_STATE, SWITCH_NEXT_COMM, SWITCH_NEXT_PID };
extern const char *const switch_fields[];

/* As the tracepoint has it on all kernels since 4.14 (efb40f588b43): one bit of these, or the next for a thread that
 * was preempted */
#define SWITCH_STATES 0xff
#define SWITCH_ENDED 0x30 /* EXIT_DEAD, EXIT_ZOMBIE */

struct record;
/* Could the thread that leaves its CPU go on? */
bool switch_leaves_runnable(const struct record *r);
/* Does it end? */
bool switch_is_last(const struct record *r);
