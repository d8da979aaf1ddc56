/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * compat.bpf.h - one accessor for each thing that differs between kernels, naming the commit. Nothing
 * here tests a version: CO-RE looks at the running kernel's types.
 */
#pragma once

#include "load.bpf.h"

/*
 * Position of the request among the arguments of block_rq_{issue,insert,merge,requeue}: second until
 * 5.10, first since a54895fa057c ("block: remove the request_queue to argument request based
 * tracepoints", 5.11, also in 5.10.137). The loader reads it from the tracepoint's BTF.
 */
const volatile __u32 rq_argument = 0;

static __always_inline struct request *rq_of(u64 *ctx)
{
	return (struct request *)(rq_argument ? ctx[1] : ctx[0]);
}

/* f3fa33acca9f ("block: remove the ->rq_disk field in struct request", 5.17) */
static __always_inline u32 rq_dev(struct request *rq, const bool probed)
{
	struct request___rq_disk *old = (void *)rq;
	struct request_queue *queue;
	struct gendisk *disk;

	if (bpf_core_field_exists(old->rq_disk)) {
		disk = LOAD(probed, old, rq_disk);
	} else {
		queue = LOAD(probed, rq, q);
		disk = LOAD(probed, queue, disk);
	}
	return disk ? (u32)LOAD(probed, disk, major) << 20 | (u32)LOAD(probed, disk, first_minor) : 0;
}

/* From 5.19 until 6.4 the helper leaves the bytes after the NUL as they are: in a key they would be noise. */
static __always_inline void current_comm(char *comm)
{
	__builtin_memset(comm, 0, 16);
	bpf_get_current_comm(comm, 16);
}
