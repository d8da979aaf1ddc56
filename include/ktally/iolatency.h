/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* iolatency.h - what a block I/O histogram is keyed by. */
#pragma once

#include "io_type.h"

struct io_key {
	__u32 dev;	/* major << 20 | minor, as the kernel keeps it; 0 where disks are not told apart */
	__u32 type; /* io_type.h; 0 where types are not told apart */
};
