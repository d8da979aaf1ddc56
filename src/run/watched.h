/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * watched.h - the processes of --pid, the thread of --tid, the process of --follow and its descendants. The run ends
 * with the last of the processes, with the thread, or with the last of the family: nothing more can come.
 */
#pragma once

#include "session/session.h"

/* 0, or -errno after a message if one does not exist. A replay watches nobody. Call it before privileges are dropped.
 */
int watched_open(const struct session *s);
/* Readable when one has ended; -1: nobody is watched */
int watched_descriptor(void);
/* True if nobody is left. readable: is the descriptor? Call it at each turn of the loop: of a family it may be known
 * only later. */
bool watched_ended(struct session *s, bool readable);
void watched_close(void);
