// SPDX-License-Identifier: GPL-2.0-or-later
#include "dropped.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tracefs/tracefs.h>

/* "name: value" */
static uint64_t value_of(const char *text, const char *name)
{
	const char *at = strstr(text, name);

	return at ? strtoull(at + strlen(name), NULL, 10) : 0;
}

uint64_t dropped_events(struct tracefs_instance *instance, int ncpus, uint64_t *kept)
{
	uint64_t dropped = 0, entries = 0;

	for (int i = 0; i < ncpus; i++) {
		char path[64], *text;

		snprintf(path, sizeof(path), "per_cpu/cpu%d/stats", i);
		text = tracefs_instance_file_read(instance, path, NULL);
		if (text) {
			dropped += value_of(text, "dropped events: ") + value_of(text, "\noverrun: ");
			entries += value_of(text, "entries: ");
		}
		free(text);
	}
	if (kept)
		*kept = entries;
	return dropped;
}
