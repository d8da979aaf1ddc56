// SPDX-License-Identifier: GPL-2.0-or-later
/* The ftrace form of bitesize. */
#include "tools/block/ftrace.h"
#include "bitesize.h"

static void count_size(struct session *s, const struct record *r, const struct block_io *io)
{
	struct block_key key = block_key_of(&bitesize.by, r, io);
	struct block_hist *row = session_total(s, &key);

	if (!row)
		return;
	if (!bitesize.nedges) {
		hist_add(&row->hist, HIST_BYTES, io->bytes);
		return;
	}
	row->hist.slots[bite_slot(io->bytes, (const __u64 *)bitesize.edges, bitesize.nedges)]++;
	row->hist.sum += io->bytes;
}

static int start(struct session *s)
{
	return block_start(s, count_size, NULL);
}

struct ftrace_recipe bitesize_ftrace = {
	.events = block_events,
	.start = start,
	.losses = block_losses,
	.close = block_close,
};
