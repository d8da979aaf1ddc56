/* SPDX-License-Identifier: GPL-2.0-or-later */
/* supervise.h - the supervisor: keeps the sessions running, and ends everything together. */
#pragma once

#include "member.h"

#include <stddef.h>

struct supervised {
	struct member *members;
	size_t n;
	pid_t http;
	int news; /* its socket to the HTTP process, which ends when this is closed */
};

/*
 * Starts the sessions and runs until an ending signal comes, the HTTP process ends, or no session is left that could
 * run. Ending signals and SIGCHLD must be blocked. Nothing runs any more when it returns. The exit status
 */
int supervise(struct supervised *s);
