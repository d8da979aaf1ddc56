/* SPDX-License-Identifier: GPL-2.0-or-later */
/* iolatency.h - what the BPF and the ftrace form of iolatency share. */
#ifndef KTALLY_FTRACE_IOLATENCY_H
#define KTALLY_FTRACE_IOLATENCY_H

#include "../../session.h"

#include <ktally/iolatency.h>

struct io_row {
	struct io_key key;
	struct hist hist;
};

struct iolatency_options {
	const char *device, *type;
	bool queued, by_disk, by_type, microseconds, milliseconds, statistics;
	uint32_t dev; /* 0: every disk */
	unsigned long long types[IO_TYPES / 64];
};

extern struct iolatency_options iolatency;
extern const struct ftrace_recipe iolatency_ftrace;

/* Is anything asked of the task that an I/O belongs to? Then it must be seen where it is submitted. */
bool iolatency_owner_filtered(const struct session *s);

#endif
