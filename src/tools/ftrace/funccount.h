/* SPDX-License-Identifier: GPL-2.0-or-later */
/* funccount.h - what the BPF and the ftrace form of funccount share. */
#ifndef KTALLY_FTRACE_FUNCCOUNT_H
#define KTALLY_FTRACE_FUNCCOUNT_H

#include "../funccount/targets.h"

struct func_row {
	struct func_key key;
	uint64_t count;
};

struct funccount_options {
	uint64_t cpu; /* UINT64_MAX: all */
	struct targets targets;
};

extern struct funccount_options funccount;
extern const struct ftrace_recipe funccount_ftrace;

#endif
