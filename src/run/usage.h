/* SPDX-License-Identifier: GPL-2.0-or-later */
/* usage.h - a tool's command line: parsing it into settings and session, and its help. */
#ifndef KTALLY_USAGE_H
#define KTALLY_USAGE_H

#include "session/session.h"

/* -1 to go on, else the exit status (help and version were printed, or the line was refused) */
int usage_parse(struct session *s, int argc, char **argv);

#endif
