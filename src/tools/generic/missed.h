/* SPDX-License-Identifier: GPL-2.0-or-later */
/* missed.h - calls that the kernel let pass: a return probe follows only so many at once. */
#ifndef KTALLY_GENERIC_MISSED_H
#define KTALLY_GENERIC_MISSED_H

#include <stdbool.h>
#include <stdint.h>

/* From now on asks this link too. fd: its descriptor, which stays the caller's. 0 or -ENOMEM */
int generic_missed_watch(int fd, bool is_return);
/* Of all those links */
uint64_t generic_missed(void);

#endif
