/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * block.bpf.h - block requests from queueing to completion: which ones are wanted, whose they are, when they began.
 *
 * A request is timed from its last issue to the completion that finishes it; who it belongs to is decided by
 * the first program that sees it, which runs in the submitter's context where the kernel offers one
 * (block_io_start, else block_rq_insert). Completion runs in whatever task was interrupted.
 *
 * A tool defines START_MORE (members, words) where it keeps more of each request than the time, and the two
 * functions that fill them, every one; its own program for the completion calls block_completed().
 */
#pragma once

#include <ktally/block.h>

#ifndef START_MORE
#define START_MORE
#endif

struct start {
	struct block_start io;
	START_MORE
};
#define START_DATA struct start
#ifndef START_COUNTS /* others than issued ones may have been merged: no event before 5.11 */
#define START_COUNTS(start) ((start)->io.state == BLOCK_ISSUED)
#endif

#include "starts.bpf.h"
#include "compat.bpf.h"
#include "filter.bpf.h"
#include "io_type.bpf.h"
#include <linux/ptrace.h>
#include <bpf/bpf_tracing.h>

const volatile struct block_rules block = {};

/* In the context of the task that the request belongs to */
static __always_inline void block_owned(struct start *start);
/* Its place and size are final. Also when a driver that could not take it gets it again. */
static __always_inline void block_issued(struct start *start, struct request *rq, const bool probed);

static __always_inline bool block_type_wanted(u32 type)
{
	u32 word = type / 64;

	barrier_var(word); /* clang knows that it is small and leaves the mask out, which the verifier needs before 6.12 */
	return block.types[word & (IO_TYPES / 64 - 1)] >> (type & 63) & 1;
}

/*
 * block/blk-flush.c takes a write with PREFLUSH or FUA apart where the device lacks these: the flush becomes
 * a request of its own, the flags go, and the write completes once more, without bytes, when all is done.
 * A write that is nothing but a flush never reaches the device itself.
 */
static __always_inline bool without_data(struct request *rq, u32 bytes)
{
	return !bytes && (rq->cmd_flags & 0xff) <= 1;
}

static __always_inline bool io_wanted(struct request *rq, const bool probed)
{
	if (block.only_dev && rq_dev(rq, probed) != block.only_dev)
		return false;
	return !block.typed || block_type_wanted(io_type(rq, probed));
}

/* Before issue the type of a write that may be taken apart is not known yet. */
static __always_inline bool io_maybe_wanted(struct request *rq)
{
	if (block.only_dev && rq_dev(rq, false) != block.only_dev)
		return false;
	return !block.typed || io_type(rq, false) & (IO_PREFLUSH | IO_FUA) || block_type_wanted(io_type(rq, false));
}

/* hashed: this kernel has no compare-and-exchange for BPF */
static __always_inline void put(u64 key, struct start *start, bool hashed)
{
	if (hashed)
		starts_put_hashed(key, start);
	else
		starts_put(key, start);
}

/* A request enters the queue, in its submitter's context. */
static __always_inline int queue(struct request *rq, bool hashed, bool again)
{
	struct start start = {}, *known;

	if (!io_maybe_wanted(rq) || without_data(rq, rq->__data_len))
		return 0;
	if (again) { /* inserted once more after a requeue: it has waited since the first time */
		known = starts_find(starts_key(rq));
		if (known && known->io.state == BLOCK_REQUEUED) {
			known->io.state = BLOCK_WANTED;
			return 0;
		}
	}
	if (task_wanted()) {
		start.io.state = BLOCK_WANTED;
		block_owned(&start);
	}
	if (block.queued && start.io.state)
		start.io.time_ns = bpf_ktime_get_ns();
	put(starts_key(rq), &start, hashed);
	return 0;
}

static __always_inline int issue(struct request *rq, u64 key, bool hashed, const bool probed)
{
	struct start start, *known;

	if (!io_wanted(rq, probed))
		return 0;
	if (block.owner_first) {
		known = starts_find(key);
		if (known) {
			if (known->io.state == BLOCK_UNWANTED)
				return 0;
			if (known->io.state == BLOCK_ISSUED) { /* a flush, which is not queued before: its last end was not seen */
				LOST(missed);
				known->io.time_ns = 0;
			}
			known->io.state = BLOCK_ISSUED;
			block_issued(known, rq, probed);
			if (!known->io.time_ns)
				known->io.time_ns = bpf_ktime_get_ns();
			return 0;
		}
	}
	if (!task_wanted())
		return 0;
	start.io.state = BLOCK_ISSUED;
	block_owned(&start);
	block_issued(&start, rq, probed);
	if (block.issue_only && !block.owner_first)
		return 0;
	start.io.time_ns = bpf_ktime_get_ns();
	put(key, &start, hashed);
	return 0;
}

static __always_inline void unmatched(struct request *rq)
{
	if (block.count_unmatched && io_wanted(rq, false))
		LOST(unmatched);
}

/* The driver refused it, unless the kernel did not run the program for its issue */
static __always_inline void not_issued(struct request *rq, u64 state)
{
	if (state != BLOCK_UNWANTED && rq->state != MQ_RQ_IDLE && io_wanted(rq, false))
		LOST(missed);
}

/*
 * block_rq_complete runs once per part that the driver finishes; the request is done with the last of its
 * bytes. True where that one was wanted: *start is what was kept of it.
 */
static __always_inline bool block_completed(u64 *ctx, struct start *start)
{
	struct request *rq = (struct request *)ctx[0];
	u32 bytes = ctx[2];

	if (bytes < rq->__data_len || without_data(rq, bytes))
		return false;
	if (!starts_take(starts_key(rq), start)) {
		unmatched(rq);
		return false;
	}
	if (start->io.state == BLOCK_ISSUED)
		return true;
	not_issued(rq, start->io.state);
	return false;
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
	struct request *rq = rq_of(ctx);

	return issue(rq, starts_key(rq), false, false);
}

SEC("?tp_btf/block_rq_issue")
int rq_issue_hashed(u64 *ctx)
{
	struct request *rq = rq_of(ctx);

	return issue(rq, starts_key(rq), true, false);
}

/* The function that passes block_rq_issue, where programs at the tracepoint can be preempted (tracepoints.h) */
SEC("?kprobe.multi/blk_mq_start_request")
int rq_issue_probed(struct pt_regs *ctx)
{
	struct request *rq = (void *)PT_REGS_PARM1(ctx);

	return issue(rq, starts_key_probed(rq), false, true);
}

/* The request became part of another one and will never complete. Since 5.11. */
SEC("?tp_btf/block_rq_merge")
int merge(u64 *ctx)
{
	struct start start;

	starts_take(starts_key(rq_of(ctx)), &start);
	return 0;
}

/* The driver could not take it: it will be issued once more, and perhaps inserted before. */
SEC("?tp_btf/block_rq_requeue")
int requeue(u64 *ctx)
{
	struct request *rq = rq_of(ctx);
	u64 key = starts_key(rq);
	struct start *known = starts_find(key), start;

	if (!known || known->io.state == BLOCK_UNWANTED)
		return 0;
	/* Refused before it was issued: what is known as issued had this memory before it, and its end was not seen. */
	if (known->io.state == BLOCK_ISSUED && rq->state == MQ_RQ_IDLE) {
		starts_forget(key);
		return 0;
	}
	if (!block.owner_first) {
		starts_take(key, &start);
		return 0;
	}
	known->io.state = BLOCK_REQUEUED;
	if (!block.queued)
		known->io.time_ns = 0;
	return 0;
}
