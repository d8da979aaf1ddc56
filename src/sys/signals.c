// SPDX-License-Identifier: GPL-2.0-or-later
#include "signals.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
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

int errno_name(char *to, size_t size, int err)
{
	const char *name = strerrorname_np(abs(err));

	return err && name ? snprintf(to, size, "%s", name) : snprintf(to, size, "%d", err);
}
