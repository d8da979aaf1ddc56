/* SPDX-License-Identifier: GPL-2.0-or-later */
/* run.h - one run of a tool, from its arguments to its exit status. Chooses and owns the source and renderer. */
#pragma once

#include "session/session.h"

/* Does the whole run and returns the exit status. argv[0] is the tool's name. */
int run_tool(const struct tool *tool, int argc, char **argv);

/* Tries one backend of a tool for real and takes it down again. 0, or -errno with s->why set */
int run_try(struct session *s, const struct source *source);
