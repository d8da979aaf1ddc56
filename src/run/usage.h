/* SPDX-License-Identifier: GPL-2.0-or-later */
/* usage.h - parses a tool's command line into settings and session, and prints its help. */
#pragma once

#include "session/session.h"

struct tool;

/* -1 to go on, else the exit status: it printed the help or the version, or refused the command line */
int usage_parse(struct session *s, int argc, char **argv);

/* Prints a tool's options for the completion of shells (options_lines()). */
void usage_lines(const struct tool *t);
