/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * output.h - writes standard output in one place. printf() and the like go on working: what they print comes here.
 * Nothing is lost in silence: it continues a short write, waits for a full pipe, and keeps the first error.
 */
#pragma once

#include <stdbool.h>

/* Call it before anything is printed. 0, or -errno after a message */
int output_open(void);

/* What is printed goes to this file instead, as with `strace -o`; "-" is standard output. Nothing happens to the file
 * before output_begin(), or before something is written. The path is not copied. */
void output_to(const char *path);
/* Opens and empties the file of output_to(), while that is still permitted. 0, or -errno */
int output_begin(void);
/* What is written to. It may change until output_begin(). */
int output_descriptor(void);
/* Why the output cannot be opened or written */
const char *output_error(int err);

/* While the output waits for a slow reader it asks interrupted() whether the run must end. Then it waits one
 * second more at most. */
void output_ask(bool (*interrupted)(void));

/* Call it after each row: writes what has been printed, if it is much. So each write ends with a row, because a
 * traced command may write to the same file. */
void output_row_ended(void);

/* Prints what comes from outside, as a name in a program's file, with the escapes of escape_text(); 4096 bytes at most
 */
void output_escaped(const char *text);

/* Writes what has been printed. 0, or -errno of the first write that failed: nothing was written since. */
int output_flush(void);

/* True if nothing more can be written: the reader has gone, or a write failed */
bool output_gone(void);

/* Call it last. Returns the run's status, or EXIT_FAILED after a message if something could not be written. A
 * reader that has left is no failure: it has seen enough. */
int output_close(int status);
