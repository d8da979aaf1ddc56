/* SPDX-License-Identifier: GPL-2.0-or-later */
/* funcslower.h - what the BPF and the ftrace form of funcslower share. */
#pragma once

#include "sys/functions.h"

#include <ktally/funcslower.h>

struct funcslower_options {
	bool all, on_cpu, heading, process, time, stack;
	uint64_t args; /* to be printed; 0: none, nor the result */
	uint64_t threshold_ns;
	struct functions functions;
};

extern struct funcslower_options funcslower;
extern const struct bpf_recipe funcslower_bpf_recipe;
extern const struct ftrace_recipe funcslower_ftrace;
