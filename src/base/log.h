/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * log.h - messages to standard error, one line each, escaped.
 */
#pragma once

#include <stdbool.h>

/* Exit statuses, as ktally(8) lists them */
enum { EXIT_DONE, EXIT_FAILED, EXIT_USAGE, EXIT_CANNOT_TRACE, EXIT_DATA_LOST };

/* Sets the name before every message. The string must stay valid: it is not copied. */
void log_program(const char *name);
void log_debugging(bool on);
bool log_is_debugging(void);

/* Prints "program: message" and returns err. Call it once, where the name of the thing is known. */
int fail(int err, const char *format, ...) __attribute__((format(printf, 2, 3)));
void warn(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Only with --debug. */
void debug(const char *format, ...) __attribute__((format(printf, 1, 2)));
