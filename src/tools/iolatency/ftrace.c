// SPDX-License-Identifier: GPL-2.0-or-later
/* The ftrace form of iolatency. */
#include "tools/block/ftrace.h"
#include "iolatency.h"

static void count_io(struct session *s, const struct record *r, const struct block_io *io)
{
	struct block_key key = block_key_of(&iolatency.by, r, io);
	struct block_hist *row = session_total(s, &key);

	if (row)
		hist_add(&row->hist, HIST_NS, r->time_ns - io->time);
}

static int start(struct session *s)
{
	return block_start(s, NULL, count_io);
}

struct ftrace_recipe iolatency_ftrace = {
	.events = block_events,
	.start = start,
	.losses = block_losses,
	.close = block_close,
};
