/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * watched.h - the processes of --pid and the thread of --tid. The run ends with the last of the processes, or with the
 * thread: nothing more can come.
 */
#pragma once

#include "session/session.h"

/* 0, or -errno after a message if one does not exist. A replay watches nobody. Call it before privileges are dropped.
 */
int watched_open(const struct session *s);
/* Readable when one has ended; -1: nobody is watched */
int watched_descriptor(void);
/* Call it when the descriptor is readable. True if nobody is left */
bool watched_ended(void);
void watched_close(void);
