/* SPDX-License-Identifier: GPL-2.0-or-later */
/* mounts.h - finds out where a file system is mounted. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* True if the kernel has this type of file system, mounted or not. */
bool mount_possible(const char *type);

/* Finds the first mount point of a type ("tracefs", "cgroup2") in this mount namespace. 0 or -ENOENT */
int mount_find(const char *type, char *to, size_t size);
