// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Records do not have a request's address: its disk and first sector stand for it. A front merge changes the sector.
 * On a partition that event carries the number of the partition instead of the disk's: the merge is missed, and the
 * request is timed from its issue.
 */
#include "ftrace.h"

#include "base/starts.h"
#include "session/in_flight.h"
#include "source/ftrace/ftrace.h"
#include "sys/io_types.h"

#include <errno.h>
#include <stdio.h>

#define STALE_NS 5000000000ULL

enum { DEV, SECTOR, NR_SECTOR, RWBS, COMM, BYTES };
static const char *const io_fields[] = {
	[DEV] = "dev", [SECTOR] = "sector", [NR_SECTOR] = "nr_sector", [RWBS] = "rwbs", [COMM] = "comm", [BYTES] = "bytes",
	NULL};
static struct starts *starts;
static uint64_t stale; /* what was queued before this time will not be issued */
static block_hook hook_issued, hook_completed;

uint32_t block_dev(const struct record *r)
{
	return (uint32_t)record_int(r, DEV);
}

unsigned block_type(const struct record *r)
{
	size_t length = 0;
	const char *letters = record_chars(r, RWBS, &length);

	return letters ? io_type_parse(letters, length) : 0;
}

/* A flush has no sector: 0 when it is issued and -1 when it completes. */
static struct start_key key_of(const struct record *r, uint64_t skip)
{
	bool flush = (block_type(r) & IO_OP_MASK) == IO_FLUSH;
	uint64_t sector = flush ? UINT64_MAX : (uint64_t)record_int(r, SECTOR) + skip;

	return (struct start_key){block_dev(r), sector};
}

/*
 * block/blk-flush.c takes a write with PREFLUSH or FUA apart where the device lacks these: the flush becomes
 * a request of its own, the flags go, and the write completes once more, without sectors, when all is done.
 * A write that is nothing but a flush never reaches the device itself.
 */
static bool without_data(const struct record *r)
{
	unsigned op = block_type(r) & IO_OP_MASK;

	return !record_int(r, NR_SECTOR) && (op == IO_READ || op == IO_WRITE);
}

/* queued: before the issue, when nobody knows yet whether a write will be taken apart */
static bool io_wanted(const struct session *s, const struct record *r, bool queued)
{
	const struct block_options *o = block_of(s);
	unsigned type = block_type(r);

	if ((o->dev && block_dev(r) != o->dev) || without_data(r))
		return false;
	if (queued && type & (IO_PREFLUSH | IO_FUA))
		return true;
	return !o->type || o->types[type / 64] >> (type % 64) & 1;
}

static bool is_issued(const void *data)
{
	return ((const struct block_io *)data)->issued;
}

static bool not_issued(const void *data)
{
	return !is_issued(data);
}

static bool is_stale(const void *data)
{
	return not_issued(data) && ((const struct block_io *)data)->seen < stale;
}

static bool is_requeued(const void *data)
{
	return ((const struct block_io *)data)->requeued;
}

/* ---- starts ---- */

static void fill_owner(struct block_io *io, const struct record *r)
{
	io->tid = r->tid;
	io->pid = record_task(r)->tgid;
	record_copy(r, COMM, io->comm, sizeof(io->comm));
}

static void fill_place(struct block_io *io, const struct record *r)
{
	io->sector = (uint64_t)record_int(r, SECTOR);
	io->sectors = (uint32_t)record_int(r, NR_SECTOR);
	io->bytes = record_has(r, BYTES) ? (uint32_t)record_int(r, BYTES) : (uint64_t)io->sectors * 512;
}

/* A start that has long been queued here belongs to a request that was merged unseen. Others may queue for the same
 * place: a start that is not stale stays. */
static struct block_io *new_start(const struct record *r, bool issued)
{
	struct block_io *io;

	stale = r->time_ns > STALE_NS ? r->time_ns - STALE_NS : 0;
	io = issued ? NULL : starts_find(starts, key_of(r, 0), is_stale);
	if (!io)
		io = starts_add(starts, key_of(r, 0));
	if (io)
		io->seen = r->time_ns;
	return io;
}

static struct block_io *start_io(struct session *s, const struct record *r, bool issued)
{
	struct block_io *io = new_start(r, issued);

	if (!io) {
		s->lost.map_full++;
		return NULL;
	}
	io->wanted = record_wanted(r, COMM);
	io->time = issued || block_of(s)->queued ? r->time_ns : 0;
	if (block_of(s)->owners)
		fill_owner(io, r);
	return io;
}

/* block_io_start, or block_rq_insert on kernels without it; both in the context of the submitter */
static void on_queue(struct session *s, const struct record *r)
{
	struct block_io *again;

	if (!io_wanted(s, r, true))
		return;
	again = starts_find(starts, key_of(r, 0), is_requeued);
	if (again) /* inserted once more: it has waited since the first time */
		again->requeued = false;
	else
		start_io(s, r, false);
}

/* A request whose end does not matter, and which was not seen before, needs no start. */
static void issue_alone(struct session *s, const struct record *r)
{
	struct block_io io = {.wanted = true};

	fill_place(&io, r);
	hook_issued(s, r, &io);
}

static void on_issue(struct session *s, const struct record *r)
{
	struct block_io *io;

	if (!io_wanted(s, r, false))
		return;
	if (block_of(s)->issue_only && !block_owner_first(s)) {
		issue_alone(s, r);
		return;
	}
	io = starts_find_newest(starts, key_of(r, 0), not_issued); /* an older one may have been merged unseen */
	if (!io)
		io = start_io(s, r, true);
	if (!io)
		return;
	io->issued = true;
	io->requeued = false;
	if (!io->time)
		io->time = r->time_ns;
	fill_place(io, r); /* it may have grown by merging */
	if (hook_issued && io->wanted)
		hook_issued(s, r, io);
}

/* ---- ends ---- */

/* The driver finished only some of the sectors: the rest waits under its own first sector. */
static void keep_rest(const struct record *r, const struct block_io *io)
{
	uint32_t done = (uint32_t)record_int(r, NR_SECTOR);
	struct block_io *rest = starts_add(starts, key_of(r, done));

	if (rest) {
		*rest = *io;
		rest->sectors -= done;
	}
}

static void on_complete(struct session *s, const struct record *r)
{
	uint32_t done = (uint32_t)record_int(r, NR_SECTOR);
	struct block_io io;

	if (!io_wanted(s, r, false))
		return;
	if (!starts_take_if(starts, key_of(r, 0), is_issued, &io)) {
		s->lost.unmatched += !block_of(s)->issue_only && !block_owner_filtered(s);
		return;
	}
	if (done && done < io.sectors)
		keep_rest(r, &io);
	else if (hook_completed && io.wanted)
		hook_completed(s, r, &io);
}

static void on_requeue(struct session *s, const struct record *r)
{
	struct block_io io, *again;

	if (!io_wanted(s, r, false) || !starts_take_if(starts, key_of(r, 0), is_issued, &io))
		return;
	again = starts_add(starts, key_of(r, 0));
	if (!again)
		return;
	*again = io;
	again->issued = false;
	again->requeued = true;
	again->time = block_of(s)->queued ? io.time : 0;
}

/* The request became part of another one and will never complete. */
static void on_merge(struct session *s, const struct record *r)
{
	struct block_io gone;

	(void)s;
	starts_take_if(starts, key_of(r, 0), not_issued, &gone);
}

/* A bio became the first part of a request that is queued. */
static void on_front_merge(struct session *s, const struct record *r)
{
	struct block_io io, *moved;

	(void)s;
	if (!starts_take_if(starts, key_of(r, (uint64_t)record_int(r, NR_SECTOR)), not_issued, &io))
		return;
	moved = starts_add(starts, key_of(r, 0));
	if (moved)
		*moved = io;
}

/* ---- the recipe's parts ---- */

static bool wants_io_start(struct session *s)
{
	return block_owner_first(s);
}

static bool wants_insert(struct session *s)
{
	return wants_io_start(s) && !stream_has(s->stream, "block/block_io_start");
}

static bool wants_end(struct session *s)
{
	return !block_of(s)->issue_only || block_owner_first(s);
}

const struct ftrace_event block_events[] = {
	{"block/block_io_start", io_fields, on_queue, true, wants_io_start}, /* 6.5 */
	{"block/block_rq_insert", io_fields, on_queue, true, wants_insert},
	{"block/block_rq_merge", io_fields, on_merge, true, wants_io_start}, /* 5.11 */
	{"block/block_bio_frontmerge", io_fields, on_front_merge, true, wants_io_start},
	{"block/block_rq_issue", io_fields, on_issue, false, NULL},
	{"block/block_rq_requeue", io_fields, on_requeue, false, wants_end},
	{"block/block_rq_complete", io_fields, on_complete, false, wants_end},
	{0},
};

/* Other disks' requests do not even enter the buffer. */
static int filter_disk(struct session *s)
{
	uint32_t dev = block_of(s)->dev;
	char filter[32];
	int err = 0;

	snprintf(filter, sizeof(filter), "dev == %u", dev);
	for (const struct ftrace_event *e = block_events; dev && e->name && !err; e++)
		if (stream_has(s->stream, e->name))
			err = ftrace_filter(s, e->name, filter);
	return err;
}

int block_start(struct session *s, block_hook issued, block_hook completed)
{
	hook_issued = issued;
	hook_completed = completed;
	starts = starts_new(sizeof(struct block_io));
	return starts ? filter_disk(s) : cannot(s, -ENOMEM, "out of memory");
}

static uint64_t start_of(const void *data)
{
	const struct block_io *io = data;

	return io->wanted ? io->time : 0;
}

void block_losses(struct session *s, struct lost *lost)
{
	in_flight_starts(s, block_of(s)->issue_only ? NULL : starts, start_of, lost);
}

void block_close(struct session *s)
{
	(void)s;
	starts_free(starts);
	starts = NULL;
}
