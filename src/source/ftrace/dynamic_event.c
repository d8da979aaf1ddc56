// SPDX-License-Identifier: GPL-2.0-or-later
#include "dynamic_event.h"

#include "base/log.h"
#include "sys/tracefs.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <tracefs/tracefs.h>

#define DEFINITION 2048

bool dynamic_event_add(struct session *s, struct dynamic_event *d, char type, const char *name, const char *what)
{
	char group[32], command[DEFINITION];

	if (s->dat) /* it keeps the group of the ktally that recorded it */
		return dat_find_event(s->dat, "ktally_", name, d->name, sizeof(d->name));
	tracefs_group_name(group, sizeof(group));
	snprintf(d->name, sizeof(d->name), "%s/%s", group, name);
	if (snprintf(command, sizeof(command), "%c:%s %s", type, d->name, what) >= (int)sizeof(command))
		return false;
	d->made = tracefs_instance_file_append(NULL, "dynamic_events", command) >= 0;
	if (!d->made)
		debug("%s: %s", command, strerror(errno));
	return d->made;
}

static void dynamic_event_remove_name(const char *event)
{
	int err = tracefs_remove_event(event);

	if (err && err != -ENOENT)
		warn("cannot remove the event %s: %s (ktally reset-ftrace does it later)", event, strerror(-err));
}

void dynamic_event_remove(struct dynamic_event *d)
{
	if (d->made)
		dynamic_event_remove_name(d->name);
	d->made = false;
}
