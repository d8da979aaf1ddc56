/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * block_key.bpf.h - the key of a tool of block I/O histograms: process, disk and type, each where it is asked for. A
 * tool defines START_MORE with `id` and `comm`.
 */
#pragma once

#include "block.bpf.h"

const volatile struct block_by by = {};

/* A process is known only where a request is submitted. */
static __always_inline void block_owned(struct start *start)
{
	start->id = 0;
	if (!by.process) {
		__builtin_memset(start->comm, 0, sizeof(start->comm));
		return;
	}
	start->id = bpf_get_current_pid_tgid();
	current_comm(start->comm);
}

/* *key is empty before. */
static __always_inline void block_key_fill(struct block_key *key, const struct start *start, struct request *rq,
										   const bool probed)
{
	if (by.disk)
		key->dev = rq_dev(rq, probed);
	if (by.type)
		key->type = io_type(rq, probed);
	if (by.process) {
		key->pid = start->id >> 32;
		__builtin_memcpy(key->comm, start->comm, sizeof(key->comm));
	}
}
