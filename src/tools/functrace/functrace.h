/* SPDX-License-Identifier: GPL-2.0-or-later */
/* functrace.h - what the BPF and the ftrace form of functrace share. */
#pragma once

#include "session/tool.h"
#include "sys/functions.h"

#include <ktally/functrace.h>

struct functrace_options {
	bool heading;
	struct functions functions;
};

extern struct functrace_options functrace;
extern const struct ftrace_recipe functrace_ftrace;
void functrace_boot(const struct session *s, struct boot_config *b); /* a tool's boot() */
