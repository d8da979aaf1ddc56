// SPDX-License-Identifier: GPL-2.0-or-later
#include "tracefs_triggers.h"

#include "tracefs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tracefs/tracefs.h>

struct removal {
	struct tracefs_instance *instance;
	int removed;
};

/* Lines are "hist:keys=pid:vals=hitcount:size=2048 [active]" or comments. */
static int remove_of(const char *system, const char *event, void *arg)
{
	struct removal *r = arg;
	char *text = tracefs_event_file_read(r->instance, system, event, "trigger", NULL), *save = NULL, *command;

	for (char *line = text ? strtok_r(text, "\n", &save) : NULL; line; line = strtok_r(NULL, "\n", &save)) {
		char *state = strstr(line, " [");

		if (*line == '#')
			continue;
		if (state)
			*state = '\0';
		if (asprintf(&command, "!%s", line) < 0)
			break;
		r->removed += tracefs_event_file_append(r->instance, system, event, "trigger", command) >= 0;
		free(command);
	}
	free(text);
	return 0;
}

/* A trigger can only be removed after those that read its variables, so this repeats. */
void tracefs_remove_triggers(struct tracefs_instance *instance)
{
	struct removal r = {.instance = instance};

	do {
		r.removed = 0;
		tracefs_each_event(instance, remove_of, &r);
	} while (r.removed);
}
