/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * owner.h - names the process that owns a thing in tracefs, and finds out whether it still runs. The whole machine
 * has one tracefs. A PID would not do: each container has its own PIDs, and PIDs are reused.
 *
 * A process that makes something draws a random number and locks that byte of tracefs' file README (an open file
 * description lock, fcntl(2)); nothing is written. Every process that sees this tracefs sees the lock, in any
 * namespace, and the kernel drops it when the process ends in any way. The PID is in the name only for people.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#define OWNER_NAME 24

/* Makes this process an owner if it is none; tracefs_find() calls it. 0 or -errno */
int owner_take(void);
/* This process' name, "1234_5f0c12ab90", which is valid in names of events too. Call owner_take() before. */
const char *owner_name(void);

/* True if `text` begins with an owner's name and `after`, and that process is gone. */
bool owner_is_gone(const char *text, char after);

/*
 * Only one process at a time may remove what dead processes left: otherwise one could overwrite a file that a
 * third process has taken meanwhile. Waits up to 1 s for others, which need milliseconds. False: it cannot be done
 * now.
 */
bool owner_sweep_begin(void);
void owner_sweep_end(void);
