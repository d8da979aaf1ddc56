/* SPDX-License-Identifier: GPL-2.0-or-later */
/* bitesize.h - what the BPF and the ftrace form of bitesize share. */
#pragma once

#include "tools/block/key.h"

#include <ktally/bitesize.h>

struct bitesize_options {
	struct block_wish by;
	bool statistics;
	uint32_t nedges;			/* 0: logarithmic buckets */
	uint64_t edges[BITE_EDGES]; /* bytes */
};

extern struct bitesize_options bitesize;
void bitesize_boot(const struct session *s, struct boot_config *b); /* a tool's boot() */
extern struct ftrace_recipe bitesize_ftrace;						/* prepare() sets names_tasks */
