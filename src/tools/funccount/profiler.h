/* SPDX-License-Identifier: GPL-2.0-or-later */
/* profiler.h - funccount by ftrace's function profiler. 0 or -errno with s->why set. */
#pragma once

#include "session/session.h"

int funccount_profiler_start(struct session *s);
int funccount_profiler_collect(struct session *s);
