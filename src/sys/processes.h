/* SPDX-License-Identifier: GPL-2.0-or-later */
/* processes.h - lists processes and their parents, from /proc. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/*
 * True if /proc no longer shows this process or thread. kill(2) would not do: its PIDs may be of another PID
 * namespace than /proc's, and a sandbox may refuse it. Always false if /proc hides other users' processes.
 */
bool process_is_gone(uint32_t tid);

/* Visits the processes that have a parent in /proc. Skips those that end meanwhile. 0, or -errno without /proc */
int processes_each(void (*visit)(uint32_t pid, uint32_t parent, void *data), void *data);
