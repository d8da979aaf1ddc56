/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/hist.h"
#include "session/tool.h"

#include <ktally/softirqs.h>

struct softirqs_options {
	bool waits, by_cpu;
};
extern struct softirqs_options softirqs;

struct softirq_row {
	struct softirq_key key;
	struct hist hist;
};

extern const struct ftrace_recipe softirqs_ftrace;
void softirqs_boot(const struct session *s, struct boot_config *b); /* a tool's boot() */
