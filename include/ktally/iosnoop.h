/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* iosnoop.h - one row of iosnoop. */
#pragma once

#include "filter.h"

struct io_event {
	__u64 time_ns; /* of the completion */
	__u64 latency_ns;
	__u64 sector; /* 512 bytes each */
	__u64 bytes;
	__u32 pid, tid, uid;
	__u32 dev;	/* major << 20 | minor */
	__u32 type; /* io_type.h */
	__u32 unused;
	char comm[TASK_COMM];
};
