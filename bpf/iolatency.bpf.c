// SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause
/* iolatency - time of block requests from issue (or queueing) to completion, as histograms. */
#define START_MORE                                \
	unsigned long long id; /* tgid << 32 | tid */ \
	char comm[16];

#include "block_key.bpf.h"
#include "hist.bpf.h"

#define TALLY_KEY struct block_key
#define TALLY_VALUE struct hist
#define TALLY_ENTRIES 1024
#include "tally.bpf.h"

char LICENSE[] SEC("license") = "Dual BSD/GPL";

static __always_inline void block_issued(struct start *start, struct request *rq, const bool probed)
{
	(void)start, (void)rq, (void)probed;
}

SEC("?tp_btf/block_rq_complete")
int complete(u64 *ctx)
{
	struct request *rq = (struct request *)ctx[0];
	struct block_key key = {};
	struct start start;
	struct hist *hist;
	u64 now;

	if (!block_completed(ctx, &start))
		return 0;
	now = bpf_ktime_get_ns();
	block_key_fill(&key, &start, rq, false);
	hist = tally_of(&key);
	if (hist)
		hist_add_ns(hist, now - start.io.time_ns);
	return 0;
}
