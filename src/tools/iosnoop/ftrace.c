// SPDX-License-Identifier: GPL-2.0-or-later
/* The ftrace form of iosnoop. */
#include "tools/block/ftrace.h"
#include "iosnoop.h"

#include <string.h>

static void row_of_io(struct session *s, const struct record *r, const struct block_io *io)
{
	struct io_event row = {.time_ns = r->time_ns, .latency_ns = r->time_ns - io->time};

	if (row.latency_ns < iosnoop.min_ns)
		return;
	row.sector = io->sector;
	row.bytes = io->bytes;
	row.pid = io->pid;
	row.tid = io->tid;
	row.dev = block_dev(r);
	row.type = block_type(r);
	memcpy(row.comm, io->comm, sizeof(row.comm));
	session_event(s, &row);
}

static int start(struct session *s)
{
	return block_start(s, NULL, row_of_io);
}

const struct ftrace_recipe iosnoop_ftrace = {
	.events = block_events,
	.names_tasks = true,
	.start = start,
	.losses = block_losses,
	.close = block_close,
};
