/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tracer.h - which functions, and which tasks, ftrace's function tracers follow in the session's own instance. */
#pragma once

#include "session/session.h"
#include "sys/functions.h"

/* Writes names of functions into "set_ftrace_filter" or "set_graph_function" (which is global). 0, or -errno with
 * s->why set */
int ftrace_functions(struct session *s, const char *file, const struct functions *f);

/* Makes the function tracers follow only the tasks of -L, -p, --follow or the command, and never ktally itself (5.8).
 * The filter is coarse: record_wanted() still decides. 0, or -errno with s->why set */
int ftrace_follow(struct session *s);
