// SPDX-License-Identifier: GPL-2.0-or-later
/* log.h without output, because a fuzzer makes a million wrong command lines. Formats are still checked. */
#include "base/log.h"
#include "base/mark.h"

#include <stdarg.h>
#include <stdio.h>

static void format_only(const char *format, va_list args)
{
	char text[512];

	vsnprintf(text, sizeof(text), format, args);
}

int fail(int err, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	format_only(format, args);
	va_end(args);
	return err;
}

int fail_at(int err, const char *text, size_t at, const char *what, const char *sentence)
{
	char marked[MARKED_SIZE];

	(void)sentence;
	mark_text(marked, sizeof(marked), text, at, what);
	return err;
}

void warn(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	format_only(format, args);
	va_end(args);
}

void debug(const char *format, ...)
{
	(void)format;
}

void log_program(const char *name)
{
	(void)name;
}

void log_debugging(bool on)
{
	(void)on;
}

bool log_is_debugging(void)
{
	return false;
}
