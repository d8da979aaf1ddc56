/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "session/task_by.h"
#include "session/tool.h"

struct cpudist_options {
	enum task_by_what by;
	bool off, idle;
};
extern struct cpudist_options cpudist;

extern struct ftrace_recipe cpudist_ftrace;
void cpudist_boot(const struct session *s, struct boot_config *b); /* a tool's boot() */
