/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * io_type.h - a block request's operation and flags in a form that is the same on every kernel and in
 * both backends. The kernel's own bit numbers moved between versions; CO-RE and the text of the
 * `rwbs` field are both translated to this.
 */
#pragma once

#include <linux/types.h>

/* operations: the letter of blk_fill_rwbs() (kernel/trace/blktrace.c) */
enum io_op { IO_OTHER, IO_READ, IO_WRITE, IO_FLUSH, IO_DISCARD, IO_SECURE_ERASE, IO_OPS };

enum io_flag {
	IO_PREFLUSH = 1 << 3,
	IO_FUA = 1 << 4,
	IO_AHEAD = 1 << 5,
	IO_SYNC = 1 << 6,
	IO_META = 1 << 7,
	IO_ATOMIC = 1 << 8,
};

#define IO_OP_MASK 7
#define IO_TYPES 512 /* every operation with every set of flags */
