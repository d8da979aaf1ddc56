// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The ftrace form of iolatency: the same events from the ring buffer, paired here by disk and first sector.
 * A request's address is not in the records, so a front merge between queueing and issue, which changes
 * its first sector, makes -Q time it from issue.
 */
#include "../../pending.h"
#include "../../source/ftrace.h"
#include "../../source/stream.h"
#include "../../sys/io_types.h"
#include "../../tool.h"
#include "iolatency.h"

#include <errno.h>

enum { DEV, SECTOR, NR_SECTOR, RWBS, COMM };
static const char *const io_fields[] = {"dev", "sector", "nr_sector", "rwbs", "comm", NULL};
static struct pending *starts;

struct pending_io {
	uint64_t time; /* 0: not issued yet */
	uint32_t sectors;
	bool wanted, issued;
};

static unsigned type_of(const struct record *r)
{
	size_t length = 0;
	const char *letters = record_chars(r, RWBS, &length);

	return letters ? io_type_parse(letters, length) : 0;
}

/* A flush has no sector: 0 when it is issued and -1 when it completes. */
static struct pending_key key_of(const struct record *r, uint64_t skip)
{
	bool flush = (type_of(r) & IO_OP_MASK) == IO_FLUSH;
	uint64_t sector = flush ? UINT64_MAX : (uint64_t)record_int(r, SECTOR) + skip;

	return (struct pending_key){(uint64_t)record_int(r, DEV), sector};
}

/*
 * block/blk-flush.c takes a write with PREFLUSH or FUA apart where the device lacks these: the flush becomes
 * a request of its own, the flags go, and the write completes once more, without sectors, when all is done.
 * A write that is nothing but a flush never reaches the device itself.
 */
static bool without_data(const struct record *r)
{
	unsigned op = type_of(r) & IO_OP_MASK;

	return !record_int(r, NR_SECTOR) && (op == IO_READ || op == IO_WRITE);
}

/* queued: before issue the type of a write that may be taken apart is not known yet */
static bool io_wanted(const struct record *r, bool queued)
{
	unsigned type = type_of(r);

	if ((iolatency.dev && (uint32_t)record_int(r, DEV) != iolatency.dev) || without_data(r))
		return false;
	if (queued && type & (IO_PREFLUSH | IO_FUA))
		return true;
	return !iolatency.type || iolatency.types[type / 64] >> (type % 64) & 1;
}

static void start_io(struct session *s, const struct record *r, bool issued)
{
	struct pending_io *io = pending_add(starts, key_of(r, 0));

	if (!io) {
		s->lost.map_full++;
		return;
	}
	io->wanted = record_wanted(r, COMM);
	io->issued = issued;
	io->time = issued || iolatency.queued ? r->time_ns : 0;
	io->sectors = (uint32_t)record_int(r, NR_SECTOR);
}

/* block_io_start, or block_rq_insert where there is none: the submitter's context */
static void on_queue(struct session *s, const struct record *r)
{
	if (io_wanted(r, true))
		start_io(s, r, false);
}

static bool not_issued(const void *data)
{
	return !((const struct pending_io *)data)->issued;
}

static void on_issue(struct session *s, const struct record *r)
{
	struct pending_io *io;

	if (!io_wanted(r, false))
		return;
	io = pending_find(starts, key_of(r, 0), not_issued);
	if (!io) {
		start_io(s, r, true);
		return;
	}
	io->issued = true;
	if (!io->time)
		io->time = r->time_ns;
	io->sectors = (uint32_t)record_int(r, NR_SECTOR); /* it may have grown by merging */
}

static void count_io(struct session *s, const struct record *r, uint64_t start)
{
	struct io_key key = {iolatency.by_disk ? (uint32_t)record_int(r, DEV) : 0, iolatency.by_type ? type_of(r) : 0};
	struct io_row *row = session_total(s, &key);

	if (row)
		hist_add(&row->hist, HIST_NS, r->time_ns - start);
}

/* The driver finished only some of the request's sectors: the rest waits at its own first sector. */
static void keep_rest(const struct record *r, const struct pending_io *io)
{
	uint32_t done = (uint32_t)record_int(r, NR_SECTOR);
	struct pending_io *rest = pending_add(starts, key_of(r, done));

	if (rest) {
		*rest = *io;
		rest->sectors -= done;
	}
}

static void on_complete(struct session *s, const struct record *r)
{
	uint32_t done = (uint32_t)record_int(r, NR_SECTOR);
	struct pending_io io;

	if (!io_wanted(r, false))
		return;
	if (!pending_take(starts, key_of(r, 0), &io)) {
		s->lost.unmatched += !iolatency_owner_filtered(s);
		return;
	}
	if (done && done < io.sectors)
		keep_rest(r, &io);
	else if (io.wanted && io.issued)
		count_io(s, r, io.time);
}

static void on_requeue(struct session *s, const struct record *r)
{
	struct pending_io io, *again;

	(void)s;
	if (!io_wanted(r, false) || !pending_take(starts, key_of(r, 0), &io))
		return;
	again = pending_add(starts, key_of(r, 0));
	if (!again)
		return;
	*again = io;
	again->issued = false;
	again->time = iolatency.queued ? io.time : 0;
}

/* The request became part of another one and will never complete. */
static void on_merge(struct session *s, const struct record *r)
{
	struct pending_io gone;

	(void)s;
	if (io_wanted(r, true))
		pending_take_if(starts, key_of(r, 0), not_issued, &gone);
}

static bool wants_io_start(struct session *s)
{
	return iolatency.queued || iolatency_owner_filtered(s);
}

static bool wants_insert(struct session *s)
{
	return wants_io_start(s) && !ftrace_has(s, "block/block_io_start");
}

static int start(struct session *s)
{
	starts = pending_new(sizeof(struct pending_io));
	return starts ? 0 : cannot(s, -ENOMEM, "out of memory");
}

static void count_waiting(const void *data, void *arg)
{
	const struct pending_io *io = data;
	struct session *s = arg;
	uint64_t now = s->set->replay ? s->replay_ns : clock_ns();

	if (!io->wanted || !io->time)
		return;
	s->lost.in_flight++;
	if (now > io->time && now - io->time > s->lost.oldest_ns)
		s->lost.oldest_ns = now - io->time;
}

static void losses(struct session *s, struct lost *lost)
{
	(void)s;
	lost->in_flight = lost->oldest_ns = 0;
	pending_each(starts, count_waiting, lost);
}

static void close_ftrace(struct session *s)
{
	(void)s;
	pending_free(starts);
	starts = NULL;
}

static const struct ftrace_event events[] = {
	{"block/block_io_start", io_fields, on_queue, true, wants_io_start}, /* 6.5 */
	{"block/block_rq_insert", io_fields, on_queue, true, wants_insert},
	{"block/block_rq_merge", io_fields, on_merge, true, wants_io_start}, /* 5.11 */
	{"block/block_rq_issue", io_fields, on_issue, false, NULL},
	{"block/block_rq_requeue", io_fields, on_requeue, false, NULL},
	{"block/block_rq_complete", io_fields, on_complete, false, NULL},
	{0},
};

const struct ftrace_recipe iolatency_ftrace = {
	.events = events,
	.start = start,
	.losses = losses,
	.close = close_ftrace,
};
