/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ftrace_texts.h - texts of a call's arguments, for the ftrace form. A probe where the kernel itself reads paths has
 * them whole. Since 6.19 events of calls have a copy of what their pointers lead to, 165 bytes of it at most.
 */
#pragma once

#include "session/tool.h"

/* Defines the probe, and appends what this run needs to the events, of which at most `room` fit. 0, or -errno with
 * s->why set */
int ftrace_texts_open(struct session *s, struct ftrace_event *events, size_t room);
int ftrace_texts_start(struct session *s);
bool ftrace_texts_used(void); /* records of this run have texts */
void ftrace_texts_close(void);
