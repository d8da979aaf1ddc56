/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/hist.h"
#include "session/tool.h"

#include <ktally/hardirqs.h>

struct hardirqs_options {
	bool by_cpu;
};
extern struct hardirqs_options hardirqs;

struct hardirq_row {
	struct hardirq_key key;
	struct hist hist;
};

extern const struct ftrace_recipe hardirqs_ftrace;
void hardirqs_boot(const struct session *s, struct boot_config *b); /* a tool's boot() */
