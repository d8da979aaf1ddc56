/* SPDX-License-Identifier: GPL-2.0-or-later */
/* processes.h - who is there now, and whose child it is. */
#ifndef KTALLY_PROCESSES_H
#define KTALLY_PROCESSES_H

#include <stdint.h>

/* 0, or -errno where /proc cannot be read. Processes that end meanwhile are left out. */
int processes_each(void (*visit)(uint32_t pid, uint32_t parent, void *data), void *data);

#endif
