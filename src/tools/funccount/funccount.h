/* SPDX-License-Identifier: GPL-2.0-or-later */
/* funccount.h - what the BPF and the ftrace form of funccount share. */
#pragma once

#include "tools/functions/targets.h"

#include <ktally/funccount.h>

struct func_row {
	struct func_key key;
	uint64_t count;
};

struct funccount_options {
	uint64_t cpu; /* UINT64_MAX: all */
	uint64_t top; /* 0: all */
	struct targets targets;
};

extern struct funccount_options funccount;
extern const struct bpf_recipe funccount_bpf_recipe;
extern const struct ftrace_recipe funccount_ftrace;

/* Without a link for many functions each needs a kprobe. That takes the kernel some 20 ms, mostly when it is removed.
 * Above this number the forms without kprobes are tried first, unless the command line asks for BPF. */
#define FUNCCOUNT_KPROBES_MAX 500

/* Adds calls of a function, whose id is a key of targets_name() */
void funccount_add(struct session *s, uint64_t id, uint64_t calls);
