/* SPDX-License-Identifier: GPL-2.0-or-later */
/* processes.h - who is there now, and whose child it is. */
#ifndef KTALLY_PROCESSES_H
#define KTALLY_PROCESSES_H

#include <stdbool.h>
#include <stdint.h>

/* A process or thread of which /proc has nothing any more. Not kill(2): its numbers may be those of another PID
 * namespace than /proc's, and a sandbox may refuse it. Where /proc hides processes of others nobody is gone. */
bool process_is_gone(uint32_t tid);

/* 0, or -errno where /proc cannot be read. Processes that end meanwhile are left out. */
int processes_each(void (*visit)(uint32_t pid, uint32_t parent, void *data), void *data);

#endif
