/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* funccount.h - what calls are counted by. */
#pragma once

#include <linux/types.h>

/* A kernel function's address, which lies in the upper half, or the position of another target */
struct func_key {
	__u64 id;
};
