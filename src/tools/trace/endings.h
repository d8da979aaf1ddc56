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

struct ending *endings_find(uint32_t pid, uint64_t now_ns); /* NULL: nothing is known */
struct ending *endings_get(uint32_t pid);					/* NULL without memory */

/* The first thread of a process has ended: others may be about to. What is known is forgotten after a second. */
void endings_gone(uint32_t pid, uint64_t now_ns);
void endings_free(void); /* all of them */
