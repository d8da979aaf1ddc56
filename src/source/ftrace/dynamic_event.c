// SPDX-License-Identifier: GPL-2.0-or-later
#include "dynamic_event.h"

#include "base/log.h"
#include "sys/tracefs.h"

#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <string.h>
#include <tracefs/tracefs.h>

#define DEFINITION 2048

/* A recorded event keeps the group name of the ktally that recorded it. */
static bool find_recorded(struct dynamic_event *d, const char *folder, const char *name)
{
	char pattern[4200];
	glob_t found = {0};
	bool is_there;

	snprintf(pattern, sizeof(pattern), "%s/ktally_*/%s", folder, name);
	is_there =
		!glob(pattern, GLOB_NOSORT, NULL, &found) && strlen(found.gl_pathv[0]) - strlen(folder) < sizeof(d->name);
	if (is_there)
		strcpy(d->name, found.gl_pathv[0] + strlen(folder) + 1);
	globfree(&found);
	return is_there;
}

bool dynamic_event_add(struct session *s, struct dynamic_event *d, char type, const char *name, const char *what)
{
	char group[32], command[DEFINITION];

	if (s->set->replay)
		return find_recorded(d, s->set->replay, name);
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
