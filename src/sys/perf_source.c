// SPDX-License-Identifier: GPL-2.0-or-later
#include "perf_source.h"

#include <errno.h>
#include <stdio.h>

int perf_source_number(const char *file, const char *format)
{
	char path[128];
	int number;
	FILE *f;

	snprintf(path, sizeof(path), "/sys/bus/event_source/devices/%.90s", file);
	f = fopen(path, "re");
	if (!f)
		return -errno;
	if (fscanf(f, format, &number) != 1)
		number = -EINVAL;
	fclose(f);
	return number;
}
