/* SPDX-License-Identifier: GPL-2.0-or-later */
/* kprobe_perf.h - a perf event for one place in the kernel (4.17: e12f03d7031a). */
#pragma once

#include <stdint.h>

/* A disabled event at so many bytes from the symbol, on every CPU. Returns a descriptor, which the caller closes, or
 * -errno */
int kprobe_perf_event(const char *symbol, uint64_t offset);
