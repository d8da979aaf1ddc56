/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cgroups.h - a cgroup's name on the command line to its folder. */
#ifndef KTALLY_CGROUPS_H
#define KTALLY_CGROUPS_H

/*
 * Opens the folder of a cgroup v2: a path in the mounted hierarchy, or one as /proc/PID/cgroup gives it
 * (relative to the mount). The descriptor, or -errno: -ENODEV where no cgroup v2 is mounted, -EXDEV for
 * a folder that is none.
 */
int cgroup_open(const char *path);
const char *cgroup_error(int err);

#endif
