/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pids.h - the kernel's numbers of processes for those that /proc shows, and back (sys/pid_namespace.h). In the initial
 * PID namespace they are the same, and nothing is asked.
 */
#ifndef KTALLY_SOURCE_PIDS_H
#define KTALLY_SOURCE_PIDS_H

#include "session/session.h"

/* Asks the kernel who is there, by a program of its own. 0, or -errno with s->why set */
int pids_read(struct session *s);

/* The kernel's number, 0: there is no such thread. Of those that pids_read() saw */
uint32_t pids_kernel(uint32_t local);
/* The number in /proc; 0: it has none. Asks anew for one that it does not know. */
uint32_t pids_local(uint32_t tid);

/* Has the thread ended? */
bool pids_gone(uint32_t tid);

/* processes_each(), with the kernel's numbers */
int pids_each(void (*visit)(uint32_t pid, uint32_t parent, void *data), void *data);

#endif
