/* SPDX-License-Identifier: GPL-2.0-or-later */
/* bitesize.h - what the BPF and the ftrace form of bitesize share. */
#pragma once

#include "base/hist.h"

#include <ktally/bitesize.h>

struct bite_row {
	struct bite_key key;
	struct hist hist;
};

struct bitesize_options {
	bool by_process, by_disk, by_type, statistics;
	uint32_t nedges;			/* 0: logarithmic buckets */
	uint64_t edges[BITE_EDGES]; /* bytes */
};

extern struct bitesize_options bitesize;
extern struct ftrace_recipe bitesize_ftrace; /* prepare() sets names_tasks */
