/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * dynamic_event.h - events that a recipe defines itself: probes of kernel functions ("p") and of other events
 * ("e"). They are global in the kernel, so each process has a group of its own for them. The next ktally sweeps
 * the group of a killed one, like its tracing instance. In a replay the event is the recorded one, whatever its
 * group was.
 */
#pragma once

#include "session/session.h"

/* The kernel calls do_filp_open() once for each file that it opens. The path is in kernel memory: struct filename
 * begins with its address. */
#define DYNAMIC_EVENT_OPENED "do_filp_open path=+0(+0($arg2)):string"

struct dynamic_event {
	char name[200]; /* "ktally_123/open_path": the name in struct ftrace_event, which is optional */
	bool made;
};

/* For a recipe's open(). type: 'p' or 'e'; what: the text after the name, "do_filp_open path=...". True if this run has
 * the event */
bool dynamic_event_add(struct session *s, struct dynamic_event *d, char type, const char *name, const char *what);
void dynamic_event_remove(struct dynamic_event *d); /* warns if it cannot be removed */
