// SPDX-License-Identifier: GPL-2.0-or-later
#include "places.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

const char *place_of_program(void)
{
	static char path[PLACE];
	ssize_t n = readlink("/proc/self/exe", path, sizeof(path) - 1);

	if (n <= 0)
		return "ktally";
	path[n] = '\0';
	return path;
}

int place_sysctl(const char *name, int *value)
{
	char path[96];
	FILE *file;
	int n;

	snprintf(path, sizeof(path), "/proc/sys/%s", name);
	file = fopen(path, "re");
	if (!file)
		return -errno;
	n = fscanf(file, "%d", value);
	fclose(file);
	return n == 1 ? 0 : -EINVAL;
}
