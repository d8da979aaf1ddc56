/* SPDX-License-Identifier: GPL-2.0-or-later */
/* frames.h - calls that have begun and not ended, of each thread: what a call takes without its callees. Pure. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* A call has begun. */
void frames_begin(uint32_t tid, uint64_t function, int32_t depth);
/* It has ended; begun and ended in ns, as the kernel noted them. False: its begin was not seen, or what it called was
 * not seen whole */
bool frames_end(uint32_t tid, uint64_t function, int32_t depth, uint64_t begun, uint64_t ended, uint64_t *own_ns);
void frames_free(void);
