/* SPDX-License-Identifier: GPL-2.0-or-later */
/* link_missed.h - what the kernel did not run a link's program for. Kernels tell since 6.7 (e2b2cd592a, 3acf8ace68). */
#ifndef KTALLY_LINK_MISSED_H
#define KTALLY_LINK_MISSED_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The sum over links of kprobes that have been watched. fd: the link's descriptor, which stays the caller's. A link
 * that does not tell is left out, after a warning if it is at a return: a return probe follows only so many calls at
 * once. 0 or -ENOMEM
 */
int link_missed_watch(int fd, bool is_return);
uint64_t link_missed_sum(void);

/* Does this kernel tell? Since the same version it also counts refused runs of classic programs (dd8657894c11). Any
 * link serves. */
bool link_kernel_tells(int fd);

#endif
