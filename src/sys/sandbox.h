/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sandbox.h - what a session may still do once everything is attached: read, count and print. It reads what anybody on
 * the machine has written (names, records, files of traced processes), so a mistake in that shall not be a way to root.
 */
#ifndef KTALLY_SANDBOX_H
#define KTALLY_SANDBOX_H

#include <stdbool.h>
#include <sys/types.h>

struct sandbox {
	bool writes; /* files are opened for writing at the end: tracefs */
	pid_t child; /* may be sent signals; 0: nobody may */
};

/* A user and group of its own, of a number that nobody has, in place of root, all groups dropped; capabilities stay
 * permitted until capabilities_keep(). Where there is no such user (a user namespace) nothing changes. 0 or -errno */
int sandbox_user(void);

/* No capability can be gained any more, whatever is executed. Without CAP_SETPCAP nothing changes. */
void sandbox_bounding_set(void);

/* No file is written, made or removed from now on but below these folders, a NULL-ended list, nor any executed
 * (Landlock, 5.13, where it is switched on). no_new_privs must be set. 0 or -errno */
int sandbox_writes(const char *const *folders);

/* Other system calls than these fail with EPERM from now on (seccomp); no_new_privs must be set. 0 or -errno. Not in
 * sanitized builds and not under valgrind, which need more than they check. */
int sandbox_calls(const struct sandbox *s);

#endif
