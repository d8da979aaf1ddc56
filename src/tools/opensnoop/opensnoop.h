/* SPDX-License-Identifier: GPL-2.0-or-later */
/* opensnoop.h - what the BPF and the ftrace form of opensnoop share. */
#pragma once

#include <ktally/opensnoop.h>
#include <stdbool.h>
#include <stdint.h>

struct session;

struct opensnoop_options {
	bool uptime, failed, full_paths, show_uid, show_flags, callers;
	struct open_flags wanted;  /* all zero: every open */
	const char *text;		   /* in the path; NULL: every path */
	struct open_search search; /* made of it */
};

extern struct opensnoop_options opensnoop;
extern const struct ftrace_recipe opensnoop_ftrace;

/* Hides the paths: this kernel gives none */
void opensnoop_without_paths(void);
