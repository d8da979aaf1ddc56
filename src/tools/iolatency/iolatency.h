/* SPDX-License-Identifier: GPL-2.0-or-later */
/* iolatency.h - what the BPF and the ftrace form of iolatency share. */
#pragma once

#include "tools/block/key.h"

struct iolatency_options {
	struct block_wish by;
	bool microseconds, milliseconds, statistics;
};

extern struct iolatency_options iolatency;
void iolatency_boot(const struct session *s, struct boot_config *b); /* a tool's boot() */
extern struct ftrace_recipe iolatency_ftrace;						 /* prepare() sets names_tasks */
