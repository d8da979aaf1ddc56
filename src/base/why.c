// SPDX-License-Identifier: GPL-2.0-or-later
#include "why.h"

#include <stdarg.h>
#include <stdio.h>

int because_at(struct why *why, int err, unsigned column, const char *format, ...)
{
	va_list args;

	why->column = column;
	va_start(args, format);
	vsnprintf(why->text, sizeof(why->text), format, args);
	va_end(args);
	return err;
}
