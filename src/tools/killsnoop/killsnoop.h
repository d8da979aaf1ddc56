/* SPDX-License-Identifier: GPL-2.0-or-later */
/* killsnoop.h - what the BPF and the ftrace form of killsnoop share. */
#pragma once

#include <ktally/killsnoop.h>
#include <stdbool.h>
#include <stdint.h>

struct killsnoop_options {
	bool names, uptime, failed, kernel;
	uint64_t target; /* 0: everybody */
};

extern struct killsnoop_options killsnoop;
extern const struct ftrace_recipe killsnoop_ftrace;
