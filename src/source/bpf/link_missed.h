/* SPDX-License-Identifier: GPL-2.0-or-later */
/* link_missed.h - how often the kernel did not run a link's program: 6.7 and later tell (e2b2cd592a, 3acf8ace68). */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Of kprobes, one by one or in one link; -1: this kind of link, or this kernel, does not tell */
int64_t link_missed(int fd);

/* Does this kernel tell? Since the same version it also counts refused runs of classic programs (dd8657894c11). Any
 * link serves. */
bool link_kernel_tells(int fd);
