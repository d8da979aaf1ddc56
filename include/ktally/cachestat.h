/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* cachestat.h - what is counted of the page cache, in pages. */
#pragma once

#include <linux/types.h>

struct cachestat_counts {
	__u64 accessed; /* marked as accessed: reads that found or have just got their page, metadata, unmapped pages */
	__u64 buffers_dirtied; /* calls of mark_buffer_dirty(): not pages but buffers */
	__u64 added;		   /* to the cache: by reads, read-ahead and writes */
	__u64 dirtied;		   /* clean before, and written back one day */
};
