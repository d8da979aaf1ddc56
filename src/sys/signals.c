// SPDX-License-Identifier: GPL-2.0-or-later
#include "signals.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#define KERNEL_SIGRTMIN 32 /* the C library's is 34: it uses the first two itself */

int signal_name(char *to, size_t size, unsigned signal)
{
	const char *abbreviation = signal < KERNEL_SIGRTMIN ? sigabbrev_np((int)signal) : NULL;

	if (abbreviation)
		return snprintf(to, size, "SIG%s", abbreviation);
	if (signal >= KERNEL_SIGRTMIN && signal <= 64)
		return snprintf(to, size, "SIGRTMIN+%u", signal - KERNEL_SIGRTMIN);
	return snprintf(to, size, "%u", signal);
}
