/* SPDX-License-Identifier: GPL-2.0-or-later */
/* execsnoop.h - what the BPF and the ftrace form of execsnoop share. */
#pragma once

#include <ktally/execsnoop.h>
#include <stdbool.h>
#include <stdint.h>

struct execsnoop_options {
	bool uptime, failed, again, show_uid, show_comm, show_cpu, show_parent, quote;
	uint64_t max_args, parent; /* 0: all; everybody */
	const char *line;		   /* in the arguments; NULL: all */
};

extern struct execsnoop_options execsnoop;
extern const struct ftrace_recipe execsnoop_ftrace;

/* Shows FILE in place of ARGS: the ftrace form knows no arguments on this kernel */
void execsnoop_without_args(void);
