/* SPDX-License-Identifier: GPL-2.0-or-later */
/* iosnoop.h - what the BPF and the ftrace form of iosnoop share. */
#pragma once

#include <ktally/iosnoop.h>
#include <stdbool.h>
#include <stdint.h>

struct iosnoop_options {
	bool starts, ends, disk_names;
	uint64_t min_ns; /* only what took at least this long */
};

extern struct iosnoop_options iosnoop;
extern const struct ftrace_recipe iosnoop_ftrace;
