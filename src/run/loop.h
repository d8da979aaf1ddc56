/* SPDX-License-Identifier: GPL-2.0-or-later */
/* loop.h - the session's event loop: intervals, duration, signals, the child, the source's descriptor. */
#pragma once

#include "session/session.h"

/* True if an ending signal has come, read or not. loop_run() reads these signals from a descriptor. After it has
 * read one, a second of the same kind ends the process at once, also during the final report. */
bool loop_ending(void);

/* Runs until the session stops. Calls session_tick() at the end of each interval except the last. 0, or -errno
 * after a message */
int loop_run(struct session *s);
