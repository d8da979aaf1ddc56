/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ending_signals.h - the signals that end a run: INT, TERM, HUP, QUIT. A run blocks them, so that it takes down
 * what it has set up. The loop reads them from a descriptor (run/loop.h).
 */
#pragma once

#include <signal.h>
#include <stdbool.h>

void ending_signals(sigset_t *set);

/* Blocks them. Makes a write to a pipe without a reader, or beyond the limit of file sizes, fail instead of ending
 * the process. 0, or -errno after a message */
int ending_signals_block(void);
/* Undoes it: in a child before exec, and at the end, where a signal that waits then ends the process */
void ending_signals_unblock(void);

/* True if an ending signal waits that nobody has read yet */
bool ending_signals_pending(void);
