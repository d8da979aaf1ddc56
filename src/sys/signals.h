/* SPDX-License-Identifier: GPL-2.0-or-later */
/* signals.h - numbers of signals to names, as the C library has them. Pure. */
#ifndef KTALLY_SIGNALS_H
#define KTALLY_SIGNALS_H

#include <stddef.h>

int signal_name(char *to, size_t size, unsigned signal); /* "SIGTERM", "SIGRTMIN+3", "0" */

#endif
