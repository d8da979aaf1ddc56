/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * log.h - messages to standard error, escaped; one line each, but for fail_at().
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Exit statuses, as ktally(8) lists them */
enum { EXIT_DONE, EXIT_FAILED, EXIT_USAGE, EXIT_CANNOT_TRACE, EXIT_DATA_LOST };

/* Sets the name before every message. The string must stay valid: it is not copied. */
void log_program(const char *name);
void log_debugging(bool on);
bool log_is_debugging(void);

/* Prints "program: message" and returns err. Call it once, where the name of the thing is known. */
int fail(int err, const char *format, ...) __attribute__((format(printf, 2, 3)));
/*
 * Of a text that the user wrote: prints the sentence, below it the text, and below that an arrow at byte `at`, with its
 * number ("column 8 of the definition"). Three lines of at most 80 columns; the first may be longer. Text and
 * sentence are escaped: no byte of them makes a line. Returns err.
 */
int fail_at(int err, const char *text, size_t at, const char *what, const char *sentence);
void warn(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Only with --debug. */
void debug(const char *format, ...) __attribute__((format(printf, 1, 2)));
