/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* block.h - which block requests a tool looks at, and what is kept of one from its start to its end. */
#pragma once

#include "filter.h"
#include "io_type.h"

/* Read-only data of bpf/block.bpf.h, set before the load */
struct block_rules {
	__u32 queued;		   /* time from queueing, not from issue */
	__u32 owner_first;	   /* programs before issue are attached, to see the submitter */
	__u32 issue_only;	   /* nobody asks for the completion */
	__u32 count_unmatched; /* no filter by owner: an end without start is a loss */
	__u32 only_dev;		   /* major << 20 | minor; 0: every disk */
	__u32 typed;		   /* only requests whose type's bit is set in `types` */
	__u64 types[IO_TYPES / 64];
};

/* What a histogram tells apart: read-only data of bpf/block_key.bpf.h */
struct block_by {
	__u32 process, disk, type;
};

/* What a histogram is keyed by; what is not told apart is 0 */
struct block_key {
	__u32 dev;	/* major << 20 | minor, as the kernel keeps it */
	__u32 type; /* io_type.h */
	__u32 pid;
	__u32 unused;
	char comm[TASK_COMM];
};

enum block_state { BLOCK_UNWANTED, BLOCK_WANTED, BLOCK_REQUEUED, BLOCK_ISSUED };

/* A request that has not completed: the beginning of each entry of the maps `starts` */
struct block_start {
	__u64 time_ns; /* 0: not issued yet */
	__u64 state;
};
