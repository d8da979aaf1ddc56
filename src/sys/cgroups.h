/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cgroups.h - finds the folder of a cgroup that is named on the command line. */
#pragma once

#include <stdint.h>

/*
 * Opens the folder of a cgroup v2. The path is a full one, or relative to the mount as in /proc/PID/cgroup.
 * Returns a descriptor, which the caller closes, or -errno: -ENODEV if no cgroup v2 is mounted, -EXDEV if
 * the folder is not a cgroup's.
 */
int cgroup_open(const char *path);
const char *cgroup_error(int err);
/* Its number in the kernel, where the path is one that cgroup_open() can open; otherwise 0 */
uint64_t cgroup_id(const char *path);
