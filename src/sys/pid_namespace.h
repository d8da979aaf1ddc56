/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pid_namespace.h - whose numbers PIDs are. The kernel's tracing knows tasks by those of the initial PID namespace;
 * /proc shows, and users type, those of the namespace that it was mounted in.
 */
#ifndef KTALLY_PID_NAMESPACE_H
#define KTALLY_PID_NAMESPACE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Is /proc's namespace the initial one, so that all numbers are the kernel's? Not where there is no /proc, which would
 * tell. */
bool pid_namespace_is_initial(void);
/* Its inode; 0: nothing tells */
uint64_t pid_namespace(void);

/* As /proc has them: this process, and that of a pidfd. 0: it has no number there */
uint32_t pid_self(void);
uint32_t pid_of(int pidfd);

#endif
