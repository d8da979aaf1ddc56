/* SPDX-License-Identifier: GPL-2.0-or-later */
/* loop.h - the session's event loop: intervals, duration, signals, the child, the source's descriptor. */
#ifndef KTALLY_LOOP_H
#define KTALLY_LOOP_H

#include "session/session.h"

/* The ending signals are read from a descriptor from here on. A second signal of the same kind during the final report
 * ends the process at once. */
bool loop_ending(void); /* has one of them come, read or not? */

/* Until the session stops: session_tick() at each interval's end but not for the last one. */
int loop_run(struct session *s);

#endif
