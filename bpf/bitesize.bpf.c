// SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause
/* bitesize - sizes of block requests as they are issued, as histograms. */
#define START_MORE                                \
	unsigned long long id; /* tgid << 32 | tid */ \
	char comm[16];
#define START_COUNTS(start) false /* what was issued is counted, whether its end is seen or not */

#include "block.bpf.h"
#include "hist.bpf.h"
#include <ktally/bitesize.h>

#define TALLY_KEY struct bite_key
#define TALLY_VALUE struct hist
#define TALLY_ENTRIES 1024
#include "tally.bpf.h"

char LICENSE[] SEC("license") = "Dual BSD/GPL";

const volatile bool by_process = false;
const volatile bool by_disk = false;
const volatile bool by_type = false;
const volatile __u32 nedges = 0; /* 0: logarithmic buckets */
const volatile __u64 edges[BITE_EDGES] = {};

static __always_inline void block_owned(struct start *start)
{
	start->id = 0;
	if (!by_process) {
		__builtin_memset(start->comm, 0, sizeof(start->comm));
		return;
	}
	start->id = bpf_get_current_pid_tgid();
	current_comm(start->comm);
}

static __always_inline void block_issued(struct start *start, struct request *rq, const bool probed)
{
	struct bite_key key = {};
	u64 bytes = LOAD(probed, rq, __data_len);
	struct hist *hist;

	if (by_disk)
		key.dev = rq_dev(rq, probed);
	if (by_type)
		key.type = io_type(rq, probed);
	if (by_process) {
		key.pid = start->id >> 32;
		__builtin_memcpy(key.comm, start->comm, sizeof(key.comm));
	}
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
