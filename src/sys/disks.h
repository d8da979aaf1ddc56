/* SPDX-License-Identifier: GPL-2.0-or-later */
/* disks.h - names and numbers of block devices. A number is major << 20 | minor, as inside the kernel. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct field;

/*
 * Takes "sda", "/dev/sda", "8,0" or "8:0". Returns 0 or -errno:
 *
 * - -ENODEV: there is no such disk
 *
 * - -ENOTBLK: it is a partition, and requests carry only whole disks; *disk is then the name of its disk
 *
 * - -EREMOTE: it is a name, but this is a replay
 */
int disk_number(const char *name, uint32_t *dev, char *disk, size_t size);

/* Writes "sda", or "8,0" if the name is unknown, and returns the length. Names are cached. */
int disk_name(char *to, size_t size, uint32_t dev);
/* Both are a format() of a member that is such a number: "sda", and "8,0" */
int disk_field(char *to, size_t size, const struct field *f, const void *row);
int disk_number_field(char *to, size_t size, const struct field *f, const void *row);
/* For field->known of such a member: has the number a name here? */
bool disk_has_name(const struct field *f, const void *row);

/* Replays use numbers only: a recording has no names, and this machine's may differ. */
void disks_replayed(bool on);
