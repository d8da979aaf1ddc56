/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * replacer.h - replaces a file again and again, by rename, so that no reader sees a half of it. A session may do that
 * no more when it has given up its privileges, so a process of its own does it. That one reads nothing but bytes to
 * copy into this one name, of this one folder, and can do nothing else. It ends with the session, however that ends.
 */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

struct replacer {
	int from; /* the next file, from its beginning; whoever fills it need not shorten it */
	int link; /* to the process */
	pid_t process;
	bool asked; /* an answer has not been read yet */
};

/* path: a regular file that is there. Call it before privileges are given up. 0 or -errno */
int replacer_begin(struct replacer *r, const char *path);
/* Has the process done what it was asked for, or is nothing asked? Then *err is what came of it. */
bool replacer_idle(struct replacer *r, int *err);
/* Asks for the first `size` bytes. They must stay until it is idle again. 0 or -errno */
int replacer_ask(struct replacer *r, off_t size);
/* Waits until it is idle. 0, or what went wrong */
int replacer_wait(struct replacer *r);
/* Ends the process; again does nothing */
void replacer_end(struct replacer *r);
