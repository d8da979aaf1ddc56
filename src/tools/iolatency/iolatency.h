/* SPDX-License-Identifier: GPL-2.0-or-later */
/* iolatency.h - what the BPF and the ftrace form of iolatency share. */
#pragma once

#include "session/session.h"

#include <ktally/iolatency.h>

struct io_row {
	struct io_key key;
	struct hist hist;
};

struct iolatency_options {
	bool by_disk, by_type, microseconds, milliseconds, statistics;
};

extern struct iolatency_options iolatency;
extern const struct ftrace_recipe iolatency_ftrace;
