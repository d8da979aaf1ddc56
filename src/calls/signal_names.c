// SPDX-License-Identifier: GPL-2.0-or-later
/* Names of signals, and sets of them. */
#include "write.h"

#include <signal.h>
#include <string.h>

#define FIRST_REALTIME 32 /* the kernel's; the C library keeps two for itself */

static const char *abbreviation(int signal)
{
	return signal > 0 && signal < FIRST_REALTIME ? signal == SIGPOLL ? "IO" : sigabbrev_np(signal) : NULL;
}

void write_signal(struct text *t, int signal)
{
	const char *name = t->style->raw ? NULL : abbreviation(signal);

	if (name)
		out_format(t->out, "SIG%s", name);
	else if (!t->style->raw && signal == FIRST_REALTIME)
		out_text(t->out, "SIGRTMIN");
	else if (!t->style->raw && signal > FIRST_REALTIME && signal <= 64)
		out_format(t->out, "SIGRT_%d", signal - FIRST_REALTIME);
	else
		out_format(t->out, "%d", signal);
}

static bool has(const unsigned char *bytes, size_t n, unsigned signal)
{
	return (signal - 1) / 8 < n && bytes[(signal - 1) / 8] >> (signal - 1) % 8 & 1;
}

void write_signal_set(struct text *t, const unsigned char *bytes, size_t n)
{
	unsigned members = 0, all = (unsigned)(n < 8 ? n : 8) * 8;
	const char *between = "";
	bool inverted;

	for (unsigned i = 1; i <= all; i++)
		members += has(bytes, n, i);
	inverted = members >= all * 2 / 3;
	out_text(t->out, inverted ? "~[" : "[");
	for (unsigned i = 1; i <= all; i++) {
		const char *name = abbreviation((int)i);

		if (has(bytes, n, i) == inverted)
			continue;
		out_text(t->out, between);
		if (name)
			out_text(t->out, name);
		else if (i == FIRST_REALTIME)
			out_text(t->out, "RTMIN");
		else
			out_format(t->out, "RT_%u", i - FIRST_REALTIME);
		between = " ";
	}
	out_char(t->out, ']');
}
