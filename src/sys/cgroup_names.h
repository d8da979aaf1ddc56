/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cgroup_names.h - turns ids of cgroups v2 into their paths. An id is the inode number of the cgroup's folder. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/*
 * Writes the path below the mount, "/system.slice/ssh.service", or "cgroup 4711" where there is none, because it was
 * removed or lies outside this mount. Paths are untrusted. Returns the length, below size.
 */
int cgroup_name(char *to, size_t size, uint64_t id);

/* Reads the names of all cgroups that are there now, so that those that are removed later have names. */
void cgroup_names_read(void);
