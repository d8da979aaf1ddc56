/* SPDX-License-Identifier: GPL-2.0-or-later */
/* disks.h - block devices: names to numbers and back. Numbers as the kernel keeps them: major << 20 | minor. */
#ifndef KTALLY_DISKS_H
#define KTALLY_DISKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct field;

/*
 * "sda", "/dev/sda", "8,0" or "8:0". 0 or -errno: -ENODEV for no such disk, -ENOTBLK for a partition,
 * which requests do not carry (*disk then names its whole disk), -EREMOTE for a name in a replay.
 */
int disk_number(const char *name, uint32_t *dev, char *disk, size_t size);

/* "sda", or "8,0" where the name is not known; kept between calls. Length */
int disk_name(char *to, size_t size, uint32_t dev);
/* A format() of a member that is such a number */
int disk_field(char *to, size_t size, const struct field *f, const void *row);

/* A recording carries numbers, and this machine's names for them say nothing. */
void disks_replayed(bool on);

#endif
