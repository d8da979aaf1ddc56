/* SPDX-License-Identifier: GPL-2.0-or-later */
/* footer.h - the last line of a run. */
#ifndef KTALLY_FOOTER_H
#define KTALLY_FOOTER_H

#include "session/session.h"

/* Prints to stderr what was counted and what was lost, and with --stats the cost. */
void print_footer(const struct session *s);

#endif
