/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sandbox.h - restricts a session after everything is attached to reading, counting and printing. It reads data
 * from anybody on the machine (names, records, files of traced processes), and a mistake there must not make
 * anybody root.
 */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

struct sandbox {
	bool writes;  /* the session's end opens files for writing, in tracefs */
	bool updates; /* entries of the session's own BPF maps */
	pid_t child;  /* may get signals; 0: no process may */
};

/*
 * If this is root, changes to a user and group with a number that nobody uses, and drops all groups. Capabilities
 * stay permitted until capabilities_keep(). The user stays if a user namespace lacks the number. 0 or -errno
 */
int sandbox_user(void);

/* Empties the bounding set: executing a program then gains no capability. Does nothing without CAP_SETPCAP. */
void sandbox_bounding_set(void);

/*
 * From now on files can be written, made or removed only below these folders (a list that ends with NULL), and
 * nothing can be executed. `removed`: a path beside which folders that are empty may be removed too; NULL: none. Uses
 * Landlock (5.13); 0 without it. no_new_privs must be set. 0 or -errno
 */
int sandbox_writes(const char *const *folders, const char *removed);

/* The same for the process that replaces a file (replacer.h), and has all that it needs open */
int sandbox_replacer(void);

/* The same for a process that serves what it has open to whoever connects (serve/http.h) */
int sandbox_server(void);

/*
 * From now on system calls that a session does not need fail with EPERM (seccomp). no_new_privs must be set. 0 or
 * -errno. This and sandbox_user() do nothing in sanitized builds and under valgrind, which need more.
 */
int sandbox_calls(const struct sandbox *s);
