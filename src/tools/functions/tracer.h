/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tracer.h - ftrace's tracers of functions, in the session's own instance. 0 or -errno with s->why set. */
#pragma once

#include "session/session.h"

struct functions;

/* Records of each call of these functions. follow: only of tasks that the command line asks for, as ftrace_follow() */
int tracer_functions(struct session *s, const struct functions *f, bool follow);

/* Records of the functions that the caller has set, with times, of the same tasks. on_cpu: times without sleep */
int tracer_graph(struct session *s, bool on_cpu);
