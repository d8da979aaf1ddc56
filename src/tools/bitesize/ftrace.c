// SPDX-License-Identifier: GPL-2.0-or-later
/* The ftrace form of bitesize. */
#include "tools/block/ftrace.h"
#include "bitesize.h"

#include <string.h>

static void count_size(struct session *s, const struct record *r, const struct block_io *io)
{
	struct bite_key key = {.dev = bitesize.by_disk ? block_dev(r) : 0, .type = bitesize.by_type ? block_type(r) : 0};
	struct bite_row *row;

	if (bitesize.by_process) {
		key.pid = io->pid;
		memcpy(key.comm, io->comm, sizeof(key.comm));
	}
	row = session_total(s, &key);
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
