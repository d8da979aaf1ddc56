/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * owner.h - whose a thing in tracefs is, and whether they are still there. tracefs is one for the whole machine, and a
 * PID says neither: containers have their own, and numbers come again.
 *
 * A process that makes something draws a number and holds a lock on that byte of tracefs' file README (an open file
 * description lock, fcntl(2)); nothing is written. Every process that sees this tracefs sees the lock, in whatever
 * namespace, and the kernel drops it with the process, however that ends. The PID stands in the name for people.
 */
#ifndef KTALLY_OWNER_H
#define KTALLY_OWNER_H

#include <stdbool.h>
#include <stddef.h>

#define OWNER_NAME 24

/* Makes this process one, if it is none. tracefs has been found. 0 or -errno */
int owner_take(void);
/* Its name, "1234_5f0c12ab90", fit for events too */
const char *owner_name(void);

/* Does `text` begin with a name and `after`, and is its process gone? */
bool owner_is_gone(const char *text, char after);

/*
 * One process at a time removes what others left, or what it puts back could be somebody's already. It is waited for
 * others, who need milliseconds, but not for ever. False: not now.
 */
bool owner_sweep_begin(void);
void owner_sweep_end(void);

#endif
