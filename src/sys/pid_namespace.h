/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pid_namespace.h - the PID namespace of /proc. The kernel's tracing uses PIDs of the initial PID namespace. /proc
 * shows, and users type, PIDs of the namespace in which /proc was mounted.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* True if /proc's namespace is the initial one, so that its PIDs are the kernel's. False without /proc. */
bool pid_namespace_is_initial(void);
/* Inode of /proc's PID namespace; 0: unknown */
uint64_t pid_namespace(void);

/* PIDs in /proc, of this process (getpid() if it has none there) and of a pidfd's process (0 if it has none) */
uint32_t pid_self(void);
uint32_t pid_of(int pidfd);
