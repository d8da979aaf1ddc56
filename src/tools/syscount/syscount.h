/* SPDX-License-Identifier: GPL-2.0-or-later */
/* syscount.h - what the BPF and the ftrace form of syscount share. */
#pragma once

#include "session/session.h"

#include <ktally/syscount.h>

struct syscount_row {
	struct syscount_key key;
	struct syscount_stat stat;
};

struct syscount_hist_row {
	struct syscount_key key;
	struct hist hist;
};

struct syscount_options {
	bool by_call, by_pid, by_tid, by_error, failed, latency, histogram, list;
	bool by_comm;	/* follows from the others */
	uint32_t error; /* only this one; 0: any */
	uint64_t top;
};

extern struct syscount_options syscount;
extern const struct bpf_recipe syscount_bpf_recipe;
extern const struct ftrace_recipe syscount_ftrace;
