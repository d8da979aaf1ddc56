/* SPDX-License-Identifier: GPL-2.0-or-later */
/* signals.h - names of signals. Pure. */
#pragma once

#include <stddef.h>

int signal_name(char *to, size_t size, unsigned signal); /* "SIGTERM", "SIGRTMIN+3" (from 32, the kernel's), "0" */
