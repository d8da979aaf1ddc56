// SPDX-License-Identifier: GPL-2.0-or-later
#include "log.h"

#include "escape.h"
#include "mark.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define MESSAGE 1024

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

static bool plain(const char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text < ' ' || (unsigned char)*text >= 0x7f)
			return false;
	return true;
}

/* Prints one line, whatever bytes the names of files, disks and tasks have. */
static void say(const char *format, va_list args)
{
	char text[MESSAGE], escaped[ESCAPED_SIZE(MESSAGE)];

	vsnprintf(text, sizeof(text), format, args);
	if (!plain(text))
		escape_text(escaped, sizeof(escaped), text, strlen(text));
	fprintf(stderr, "%s: %s\n", program, plain(text) ? text : escaped);
}

int fail(int err, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say(format, args);
	va_end(args);
	return err;
}

int fail_at(int err, const char *text, size_t at, const char *what, const char *sentence)
{
	char marked[MARKED_SIZE];

	mark_text(marked, sizeof(marked), text, at, what);
	fail(err, "%s", sentence);
	fputs(marked, stderr);
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
