/* SPDX-License-Identifier: GPL-2.0-or-later */
/* boot.h - --bootconfig: instead of a run the configuration that makes the kernel trace the same while it boots. */
#pragma once

#include "session/session.h"

/* Prints it, for a session whose tool has prepared it. The exit status, after a message where it is not EXIT_DONE */
int boot_print(struct session *s);
