/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sweep.h - removes what dead ktally processes left in tracefs: instances, notes of held files, dynamic events. */
#pragma once

#include <stdbool.h>

/*
 * Call tracefs_find() before. Calls tell(), which may be NULL, for each removed thing. Returns their number, or
 * -EBUSY if another process sweeps for too long. With dry_run removes nothing. Skips an instance that is in use:
 * the kernel says EBUSY while one of its files is open.
 */
int tracefs_sweep(bool dry_run, void (*tell)(const char *what));
