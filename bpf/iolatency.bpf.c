// SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause
/* iolatency - time of block requests from issue (or queueing) to completion, as histograms. */
#include "block.bpf.h"
#include "hist.bpf.h"
#include <ktally/iolatency.h>

#define TALLY_KEY struct io_key
#define TALLY_VALUE struct hist
#define TALLY_ENTRIES 1024
#include "tally.bpf.h"

char LICENSE[] SEC("license") = "Dual BSD/GPL";

const volatile bool by_disk = false; /* key by disk */
const volatile bool by_type = false; /* key by operation and flags */

static __always_inline void block_owned(struct start *start)
{
	(void)start;
}

static __always_inline void block_issued(struct start *start, struct request *rq, const bool probed)
{
	(void)start, (void)rq, (void)probed;
}

SEC("?tp_btf/block_rq_complete")
int complete(u64 *ctx)
{
	struct request *rq = (struct request *)ctx[0];
	struct io_key key = {};
	struct start start;
	struct hist *hist;
	u64 now;

	if (!block_completed(ctx, &start))
		return 0;
	now = bpf_ktime_get_ns();
	if (by_disk)
		key.dev = rq_dev(rq, false);
	if (by_type)
		key.type = io_type(rq, false);
	hist = tally_of(&key);
	if (hist)
		hist_add_ns(hist, now - start.io.time_ns);
	return 0;
}
