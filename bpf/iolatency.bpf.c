// SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause
/*
 * iolatency - time of block requests from issue (or queueing) to completion, as histograms.
 *
 * A request is timed from its last issue to the completion that finishes it; who it belongs to is
 * decided by the first program that sees it, which runs in the submitter's context where the kernel
 * offers one (block_io_start, else block_rq_insert). Completion runs in whatever task was interrupted.
 */
#define START_DATA struct waiting
#define START_COUNTS(waiting) ((waiting)->state != 0)
struct waiting {
	unsigned long long time; /* 0: not issued yet */
	unsigned long long state;
};
#include "starts.bpf.h"
#include "compat.bpf.h"
#include "filter.bpf.h"
#include "hist.bpf.h"
#include "io_type.bpf.h"
#include <bpf/bpf_tracing.h>
#include <ktally/iolatency.h>

#define TALLY_KEY struct io_key
#define TALLY_VALUE struct hist
#define TALLY_ENTRIES 1024
#include "tally.bpf.h"

char LICENSE[] SEC("license") = "Dual BSD/GPL";

const volatile bool queued = false;			 /* time from queueing, not from issue */
const volatile bool by_disk = false;		 /* key by disk */
const volatile bool by_type = false;		 /* key by operation and flags */
const volatile bool owner_first = false;	 /* programs before issue are attached, to see the submitter */
const volatile bool count_unmatched = false; /* no filter by owner: an end without start is a loss */
const volatile __u32 only_dev = 0;

enum { UNWANTED, WANTED, REQUEUED, ISSUED };

/*
 * block/blk-flush.c takes a write with PREFLUSH or FUA apart where the device lacks these: the flush becomes
 * a request of its own, the flags go, and the write completes once more, without bytes, when all is done.
 * A write that is nothing but a flush never reaches the device itself.
 */
static __always_inline bool without_data(struct request *rq, u32 bytes)
{
	return !bytes && (rq->cmd_flags & 0xff) <= 1;
}

static __always_inline bool io_wanted(struct request *rq)
{
	if (only_dev && rq_dev(rq) != only_dev)
		return false;
	return !io_filtered || io_type_wanted(io_type(rq));
}

/* Before issue the type of a write that may be taken apart is not known yet. */
static __always_inline bool io_maybe_wanted(struct request *rq)
{
	if (only_dev && rq_dev(rq) != only_dev)
		return false;
	return !io_filtered || io_type(rq) & (IO_PREFLUSH | IO_FUA) || io_type_wanted(io_type(rq));
}

/* hashed: this kernel has no compare-and-exchange for BPF */
static __always_inline void put(struct request *rq, struct waiting *start, bool hashed)
{
	if (hashed)
		starts_put_hashed(starts_key(rq), start);
	else
		starts_put(starts_key(rq), start);
}

/* A request enters the queue, in its submitter's context. */
static __always_inline int queue(struct request *rq, bool hashed, bool again)
{
	struct waiting start = {}, *known;

	if (!io_maybe_wanted(rq) || without_data(rq, rq->__data_len))
		return 0;
	if (again) { /* inserted once more after a requeue: it has waited since the first time */
		known = starts_find(starts_key(rq));
		if (known && known->state == REQUEUED) {
			known->state = WANTED;
			return 0;
		}
	}
	if (task_wanted())
		start.state = WANTED;
	if (queued && start.state)
		start.time = bpf_ktime_get_ns();
	put(rq, &start, hashed);
	return 0;
}

static __always_inline int issue(struct request *rq, bool hashed)
{
	struct waiting start, *known;

	if (!io_wanted(rq))
		return 0;
	if (owner_first) {
		known = starts_find(starts_key(rq));
		if (known) {
			if (known->state == UNWANTED)
				return 0;
			known->state = ISSUED;
			if (!known->time)
				known->time = bpf_ktime_get_ns();
			return 0;
		}
	}
	if (!task_wanted())
		return 0;
	start.state = ISSUED;
	start.time = bpf_ktime_get_ns();
	put(rq, &start, hashed);
	return 0;
}

static __always_inline void unmatched(struct request *rq)
{
	if (count_unmatched && io_wanted(rq))
		LOST(unmatched);
}

SEC("?tp_btf/block_io_start")
int io_start(u64 *ctx)
{
	return queue((struct request *)ctx[0], false, false);
}

SEC("?tp_btf/block_rq_insert")
int insert(u64 *ctx)
{
	return queue(rq_of(ctx), false, true);
}

SEC("?tp_btf/block_rq_insert")
int insert_hashed(u64 *ctx)
{
	return queue(rq_of(ctx), true, true);
}

SEC("?tp_btf/block_rq_issue")
int rq_issue(u64 *ctx)
{
	return issue(rq_of(ctx), false);
}

SEC("?tp_btf/block_rq_issue")
int rq_issue_hashed(u64 *ctx)
{
	return issue(rq_of(ctx), true);
}

/* The request became part of another one and will never complete. Since 5.11. */
SEC("?tp_btf/block_rq_merge")
int merge(u64 *ctx)
{
	struct waiting start;

	starts_take(starts_key(rq_of(ctx)), &start);
	return 0;
}

/* The driver could not take it: it will be issued once more, and perhaps inserted before. */
SEC("tp_btf/block_rq_requeue")
int requeue(u64 *ctx)
{
	struct waiting *known, start;

	if (!owner_first) {
		starts_take(starts_key(rq_of(ctx)), &start);
		return 0;
	}
	known = starts_find(starts_key(rq_of(ctx)));
	if (!known || known->state == UNWANTED)
		return 0;
	known->state = REQUEUED;
	if (!queued)
		known->time = 0;
	return 0;
}

/* Runs once per part that the driver finishes; the request is done with the last of its bytes. */
SEC("tp_btf/block_rq_complete")
int complete(u64 *ctx)
{
	struct request *rq = (struct request *)ctx[0];
	struct waiting start;
	struct io_key key = {};
	struct hist *hist;
	u32 bytes = ctx[2];
	u64 now;

	if (bytes < rq->__data_len || without_data(rq, bytes))
		return 0;
	if (!starts_take(starts_key(rq), &start)) {
		unmatched(rq);
		return 0;
	}
	if (start.state != ISSUED)
		return 0;
	now = bpf_ktime_get_ns();
	if (by_disk)
		key.dev = rq_dev(rq);
	if (by_type)
		key.type = io_type(rq);
	hist = tally_of(&key);
	if (hist)
		hist_add_ns(hist, now - start.time);
	return 0;
}
