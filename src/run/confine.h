/* SPDX-License-Identifier: GPL-2.0-or-later */
/* confine.h - once everything is attached, a session gives up what it no longer needs. */
#ifndef KTALLY_CONFINE_H
#define KTALLY_CONFINE_H

#include "session/session.h"

/*
 * Every capability goes, but those without which the source could no longer be read (tried, not guessed), and CAP_KILL
 * where a command is to be ended. So does the user root, where nothing needs it at the end, and every system call that
 * counting and printing do without (sys/sandbox.h). No privilege can come back: no_new_privs, an empty bounding set.
 * The command has been forked before, and keeps what the caller had. 0, or -errno after a message.
 */
int confine(struct session *s);

#endif
