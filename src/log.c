// SPDX-License-Identifier: GPL-2.0-or-later
#include "log.h"

#include <stdarg.h>
#include <stdio.h>

static const char *program = "ktally";
static bool debugging;

void log_program(const char *name)
{
	program = name;
}

void log_debugging(bool on)
{
	debugging = on;
}

bool log_is_debugging(void)
{
	return debugging;
}

static void say(const char *format, va_list args)
{
	fprintf(stderr, "%s: ", program);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
}

int fail(int err, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say(format, args);
	va_end(args);
	return err;
}

void warn(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say(format, args);
	va_end(args);
}

void debug(const char *format, ...)
{
	va_list args;

	if (!debugging)
		return;
	va_start(args, format);
	say(format, args);
	va_end(args);
}
