/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * record.h - --record of what a run prints, whatever its source is: its rows, and what each interval counted, as
 * events of ktally's own (dat/columns.h). They go straight into a trace.dat of one CPU, in the order in which they were
 * printed; its table says after each write how much there is, so the file is whole up to its last page even if ktally
 * is killed. "-" is standard output: a stream (dat/stream.h).
 */
#pragma once

#include "session/session.h"

/* Makes the file, mode 0600, never following a link and never overwriting; sets s->recorder. Call it when the source
 * has started, and before privileges are given up. 0, or -errno with s->why set */
int rows_record(struct session *s);
/* Writes what was lost, and ends the file. After a message s->unrecorded tells that something failed. */
void rows_record_end(struct session *s);
