/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * io_type.bpf.h - request flags to io_type.h's numbers. Operations have kept theirs since 4.8; flag bits
 * are looked up, since they moved. Mirrors blk_fill_rwbs().
 */
#pragma once

#include "compat.bpf.h"
#include <ktally/io_type.h>

#define RQ_FLAG(flags, bit) ((flags) >> bpf_core_enum_value(enum req_flag_bits, bit) & 1)

static __always_inline u32 io_op(u32 flags)
{
	switch (flags & 0xff) {
	case 0:
		return IO_READ;
	case 1:
		return IO_WRITE;
	case 2:
		return IO_FLUSH;
	case 3:
		return IO_DISCARD;
	case 5:
		return IO_SECURE_ERASE;
	case 7: /* zone append: blk_fill_rwbs() says "N" before 6.16, so do we */
	default:
		return IO_OTHER;
	}
}

static __always_inline u32 io_type(struct request *rq, const bool probed)
{
	u32 flags = LOAD(probed, rq, cmd_flags), type = io_op(flags);

	type |= RQ_FLAG(flags, __REQ_PREFLUSH) ? IO_PREFLUSH : 0;
	type |= RQ_FLAG(flags, __REQ_FUA) ? IO_FUA : 0;
	type |= RQ_FLAG(flags, __REQ_RAHEAD) ? IO_AHEAD : 0;
	type |= RQ_FLAG(flags, __REQ_SYNC) ? IO_SYNC : 0;
	type |= RQ_FLAG(flags, __REQ_META) ? IO_META : 0;
	if (bpf_core_enum_value_exists(enum req_flag_bits___atomic, __REQ_ATOMIC))
		type |= flags >> bpf_core_enum_value(enum req_flag_bits___atomic, __REQ_ATOMIC) & 1 ? IO_ATOMIC : 0;
	return type;
}
