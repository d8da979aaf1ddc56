/* SPDX-License-Identifier: GPL-2.0-or-later */
/* child.h - starts the session of a tool that is served. */
#pragma once

#include "member.h"

/*
 * Forks. In the child this does the whole session and never returns: its standard output is the session's end of the
 * member's socket, and no other descriptor but standard error stays open. It ends when the other end is closed.
 * Returns the PID, or -errno without a message
 */
pid_t child_fork(const struct member *m);
