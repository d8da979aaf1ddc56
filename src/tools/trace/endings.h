/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * endings.h - how processes end, for the ftrace form: what was sent to them last, and what has ended them. The kernel
 * delivers a fatal signal without core dump as SIGKILL, so its number is known only from when it was sent. One run at
 * a time.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct ending {
	uint32_t sent; /* the last signal that may end it and was neither ignored nor delivered; 0: none */
	bool ends;
	int64_t code; /* as wait() returns it, if it ends */
};

const struct ending *endings_find(uint32_t pid); /* NULL: nothing is known */

/* Without memory these do nothing, and nothing will be known. Of what ends a process the first counts. */
void endings_sent(uint32_t pid, uint32_t signal); /* 0: it was delivered */
void endings_end(uint32_t pid, int64_t code);

/* Its first thread has ended. What ends all others stays known, for them, until 1,024 more processes have ended. */
void endings_left(uint32_t pid);
void endings_free(void); /* all of them */
