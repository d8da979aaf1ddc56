/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sweep.h - what dead ktally processes left in tracefs: instances, notes of what was held, dynamic events. */
#ifndef KTALLY_SWEEP_H
#define KTALLY_SWEEP_H

#include <stdbool.h>

/*
 * Removes it, after tracefs_find(). Returns how many things there were, or -EBUSY where another process is at it for
 * too long. With dry_run it only calls `tell` for each. An instance that is in use cannot be removed: the kernel says
 * EBUSY while a file of it is open.
 */
int tracefs_sweep(bool dry_run, void (*tell)(const char *what));

#endif
