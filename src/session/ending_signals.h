/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ending_signals.h - the signals that end a run: INT, TERM, HUP, QUIT. They are blocked while something is set up, so
 * that it is taken down again, and read from a descriptor in the loop (run/loop.h).
 */
#ifndef KTALLY_ENDING_SIGNALS_H
#define KTALLY_ENDING_SIGNALS_H

#include <signal.h>
#include <stdbool.h>

void ending_signals(sigset_t *set);

/* Blocks them, and makes writes to a pipe without a reader fail instead of ending the process. 0, or -errno after a
 * message */
int ending_signals_block(void);
/* As before; in a child before exec, and at the end, where one that waits ends the process */
void ending_signals_unblock(void);

/* Has one come that nobody has read yet? */
bool ending_signals_pending(void);

#endif
