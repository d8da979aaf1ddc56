/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "session/task_by.h"
#include "session/tool.h"

#include <ktally/runqlat.h>

struct runqlat_options {
	enum task_by_what by;
	bool from_waking;
	uint64_t slower_ns; /* 0: histograms */
};
extern struct runqlat_options runqlat;

extern struct ftrace_recipe runqlat_ftrace;
void runqlat_boot(const struct session *s, struct boot_config *b); /* a tool's boot() */
