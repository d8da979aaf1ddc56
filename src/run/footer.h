/* SPDX-License-Identifier: GPL-2.0-or-later */
/* footer.h - the last line of a run. */
#pragma once

#include "session/session.h"

/* Prints to stderr what was counted and what was lost, and with --stats the cost. */
void print_footer(const struct session *s);
