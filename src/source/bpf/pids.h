/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pids.h - translates the numbers of processes that /proc shows to the kernel's, and back (sys/pid_namespace.h). In the
 * initial PID namespace they are the same, and no program is loaded.
 */
#pragma once

#include "session/session.h"

/* Reads all threads, by a BPF program of its own. 0, or -errno with s->why set */
int pids_read(struct session *s);

/* The kernel's number of a thread that pids_read() saw; 0: there was none */
uint32_t pids_kernel(uint32_t local);
/* The number in /proc; 0: it has none. Reads all threads again for a number that it does not know. */
uint32_t pids_local(uint32_t tid);

/* Has the thread ended? */
bool pids_gone(uint32_t tid);

/* processes_each(), with the kernel's numbers */
int pids_each(void (*visit)(uint32_t pid, uint32_t parent, void *data), void *data);
