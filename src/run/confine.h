/* SPDX-License-Identifier: GPL-2.0-or-later */
/* confine.h - once everything is attached, a session gives up what it no longer needs. */
#pragma once

#include "session/session.h"

/*
 * Drops every capability except CAP_KILL if there is a command to end, CAP_SYS_PTRACE and CAP_DAC_READ_SEARCH if
 * the session reads other processes, and those without which the source could no longer be read (tried, not
 * guessed). Drops the user root if nothing needs it at the end, and every system call that counting and printing
 * do without (sys/sandbox.h). no_new_privs and an empty bounding set keep privileges from coming back. The command
 * was forked before, and keeps what the caller had. 0, or -errno after a message
 */
int confine(struct session *s);
