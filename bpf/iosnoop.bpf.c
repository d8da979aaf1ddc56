// SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause
/* iosnoop - a row for each block request that completed. */
#define START_MORE                                \
	unsigned long long id; /* tgid << 32 | tid */ \
	unsigned long long sector, bytes;             \
	unsigned int uid, unused;                     \
	char comm[16];

#include "block.bpf.h"
#include "events.bpf.h"
#include <ktally/iosnoop.h>

char LICENSE[] SEC("license") = "Dual BSD/GPL";

const volatile __u64 min_ns = 0;

static __always_inline void block_owned(struct start *start)
{
	start->id = bpf_get_current_pid_tgid();
	start->uid = bpf_get_current_uid_gid();
	current_comm(start->comm);
}

/* Kept from the issue: what was completed in parts has moved on by its end. */
static __always_inline void block_issued(struct start *start, struct request *rq, const bool probed)
{
	u64 sector = LOAD(probed, rq, __sector);

	start->sector = sector == ~0ULL ? 0 : sector; /* flushes and commands have none */
	start->bytes = LOAD(probed, rq, __data_len);
}

SEC("?tp_btf/block_rq_complete")
int complete(u64 *ctx)
{
	struct request *rq = (struct request *)ctx[0];
	struct start start;
	struct io_event *row;
	u64 now;

	if (!block_completed(ctx, &start))
		return 0;
	now = bpf_ktime_get_ns();
	if (now - start.io.time_ns < min_ns)
		return 0;
	row = events_reserve(sizeof(*row));
	if (!row)
		return 0;
	row->time_ns = now;
	row->latency_ns = now - start.io.time_ns;
	row->sector = start.sector;
	row->bytes = start.bytes;
	row->pid = start.id >> 32;
	row->tid = start.id;
	row->uid = start.uid;
	row->unused = 0;
	row->dev = rq_dev(rq, false);
	row->type = io_type(rq, false);
	__builtin_memcpy(row->comm, start.comm, sizeof(row->comm));
	events_submit(row);
	return 0;
}
