// SPDX-License-Identifier: GPL-2.0-or-later
#include "tracefs_triggers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tracefs/tracefs.h>

/* Lines are "hist:keys=pid:vals=hitcount:size=2048 [active]" or comments. Returns the number of removed ones. */
static int remove_of(struct tracefs_instance *instance, const char *system, const char *event)
{
	char *text = tracefs_event_file_read(instance, system, event, "trigger", NULL), *save = NULL, *command;
	int removed = 0;

	for (char *line = text ? strtok_r(text, "\n", &save) : NULL; line; line = strtok_r(NULL, "\n", &save)) {
		char *state = strstr(line, " [");

		if (*line == '#')
			continue;
		if (state)
			*state = '\0';
		if (asprintf(&command, "!%s", line) < 0)
			break;
		removed += tracefs_event_file_append(instance, system, event, "trigger", command) >= 0;
		free(command);
	}
	free(text);
	return removed;
}

static int remove_once(struct tracefs_instance *instance)
{
	char *folder = tracefs_instance_get_dir(instance);
	char **systems = folder ? tracefs_event_systems(folder) : NULL;
	int removed = 0;

	for (char **system = systems; system && *system; system++) {
		char **events = tracefs_system_events(folder, *system);

		for (char **event = events; event && *event; event++)
			removed += remove_of(instance, *system, *event);
		tracefs_list_free(events);
	}
	tracefs_list_free(systems);
	tracefs_put_tracing_file(folder);
	return removed;
}

/* A trigger can only be removed after those that read its variables, so this repeats. */
void tracefs_remove_triggers(struct tracefs_instance *instance)
{
	while (remove_once(instance))
		;
}
