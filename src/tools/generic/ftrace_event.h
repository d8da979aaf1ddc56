/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ftrace_event.h - a probe as a dynamic event of the kernel, in the group ktally_OWNER, which the next run sweeps if
 * this one is killed. Several functions are one event with a probe on each (5.4).
 */
#pragma once

#include "session/session.h"
#include "source/ftrace/dynamic_event.h"

/* The probe's event, which may be a tracepoint's own, and the one at the return that --latency has as well */
extern struct dynamic_event generic_event, generic_return;

/* Names them, and makes those that are not a tracepoint's; tracefs_find() before. 0 or -errno with s->why set */
int generic_event_open(struct session *s);
void generic_event_close(void);

/* How often the kernel did not run the probes */
uint64_t generic_event_missed(void);
