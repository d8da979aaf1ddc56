// SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause
/* bitesize - sizes of block requests as they are issued, as histograms. */
#define START_MORE                                \
	unsigned long long id; /* tgid << 32 | tid */ \
	char comm[16];
#define START_COUNTS(start) false /* what was issued is counted, whether its end is seen or not */

#include "block_key.bpf.h"
#include "hist.bpf.h"
#include <ktally/bitesize.h>

#define TALLY_KEY struct block_key
#define TALLY_VALUE struct hist
#define TALLY_ENTRIES 1024
#include "tally.bpf.h"

char LICENSE[] SEC("license") = "Dual BSD/GPL";

const volatile __u32 nedges = 0; /* 0: logarithmic buckets */
const volatile __u64 edges[BITE_EDGES] = {};

static __always_inline void block_issued(struct start *start, struct request *rq, const bool probed)
{
	struct block_key key = {};
	u64 bytes = LOAD(probed, rq, __data_len);
	struct hist *hist;

	block_key_fill(&key, start, rq, probed);
	hist = tally_of(&key);
	if (!hist)
		return;
	if (nedges)
		hist_put(hist, bite_slot(bytes, edges, nedges), bytes);
	else
		hist_add(hist, bytes);
}

/* Attached where owners are asked for: the request's memory will be somebody else's. */
SEC("?tp_btf/block_rq_complete")
int complete(u64 *ctx)
{
	struct start start;

	block_completed(ctx, &start);
	return 0;
}
