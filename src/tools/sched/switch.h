/* SPDX-License-Identifier: GPL-2.0-or-later */
/* switch.h - records of sched_switch. */
#pragma once

#include <stdbool.h>

enum { SWITCH_PREV_COMM, SWITCH_PREV_PID, SWITCH_PREV_STATE, SWITCH_NEXT_COMM, SWITCH_NEXT_PID };
extern const char *const switch_fields[];

struct record;
/* Could the thread that leaves its CPU go on? */
bool switch_leaves_runnable(const struct record *r);
/* Does it end? */
bool switch_is_last(const struct record *r);
