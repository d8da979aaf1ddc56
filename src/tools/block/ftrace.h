/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ftrace.h - the ftrace form of bpf/block.bpf.h: block events from the ring buffer, paired by disk and first
 * sector. A recipe has block_events, block_losses and block_close, and its start() calls block_start().
 */
#pragma once

#include "source/ftrace/stream.h"
#include "rules.h"

struct block_io {
	uint64_t time; /* 0: not issued yet */
	uint64_t seen; /* when it was queued, or issued if nothing was queued */
	uint64_t sector, bytes;
	uint32_t sectors; /* that are not done yet */
	uint32_t pid, tid;
	bool wanted, issued, requeued;
	char comm[TASK_COMM];
};

/* What the tool does with a wanted request; `r` is the record of its issue or of its completion */
typedef void (*block_hook)(struct session *s, const struct record *r, const struct block_io *io);

extern const struct ftrace_event block_events[];
/* Either hook may be NULL: nothing to do. 0 or -errno with s->why set */
int block_start(struct session *s, block_hook issued, block_hook completed);
void block_losses(struct session *s, struct lost *lost);
void block_close(struct session *s);

uint32_t block_dev(const struct record *r);
unsigned block_type(const struct record *r);
