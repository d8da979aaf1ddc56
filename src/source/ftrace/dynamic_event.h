/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * dynamic_event.h - events that a recipe defines itself: probes of kernel functions ("p"), of other events ("e").
 * They are global in the kernel, so they live in this process' own group; what a killed ktally leaves is swept like
 * its tracing instance. In a replay the event is the recorded one, whatever its group was.
 */
#ifndef KTALLY_DYNAMIC_EVENT_H
#define KTALLY_DYNAMIC_EVENT_H

#include "session/session.h"

/* Called once for each file opened, with the path in kernel memory: struct filename begins with its address */
#define DYNAMIC_EVENT_OPENED "do_filp_open path=+0(+0($arg2)):string"

struct dynamic_event {
	char name[200]; /* "ktally_123/open_path": of the struct ftrace_event, which is optional */
	bool made;
};

/* For a recipe's open(). type: 'p' or 'e'; what: all after the name, "do_filp_open path=..." Does this run have the
 * event? */
bool dynamic_event_add(struct session *s, struct dynamic_event *d, char type, const char *name, const char *what);
void dynamic_event_remove(struct dynamic_event *d);
void dynamic_event_remove_name(const char *event); /* "group/name"; what cannot be removed is told */

#endif
