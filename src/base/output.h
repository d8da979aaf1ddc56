/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * output.h - standard output, written in one place. printf() and the like go on working: what they print comes here.
 * Nothing is dropped in silence: a short write is continued, a full pipe is waited for, and the first error is kept.
 */
#ifndef KTALLY_OUTPUT_H
#define KTALLY_OUTPUT_H

#include <stdbool.h>

/* Before anything is printed. 0, or -errno after a message */
int output_open(void);

/* Asked while a reader that does not read is waited for: is the run to end? Then it is waited no longer. */
void output_ask(bool (*interrupted)(void));

/* Writes what has been printed, if it is much: each write ends where a row ends, since a traced command may write to
 * the same file. */
void output_row_ended(void);

/* Writes what has been printed. 0, or -errno of the first write that failed: nothing was written since. */
int output_flush(void);

/* Has the reader gone, or can nothing more be written? */
bool output_gone(void);

/* The last thing of a run: its status, or EXIT_FAILED after a message where something could not be written. A reader
 * that has left is no failure: it has seen enough. */
int output_close(int status);

#endif
