// SPDX-License-Identifier: GPL-2.0-or-later
#include "functions_filter.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tracefs/tracefs.h>
#include <unistd.h>

#define FEW 20 /* for so many functions names are as fast as lines */

static int write_all(int fd, const struct functions *f, bool by_line)
{
	char name[520];

	for (size_t i = 0; i < f->n; i++) {
		int n = by_line && f->list[i].line ? snprintf(name, sizeof(name), "%" PRIu64 " ", f->list[i].line)
										   : snprintf(name, sizeof(name), "%s ", f->list[i].name);

		if (write(fd, name, (size_t)n) < 0)
			return -errno;
	}
	return 0;
}

static int fill(struct tracefs_instance *instance, const char *file, const struct functions *f, bool by_line)
{
	int fd = tracefs_instance_file_open(instance, file, O_WRONLY | O_APPEND | O_CLOEXEC);
	int err = fd < 0 ? -errno : write_all(fd, f, by_line);

	if (fd >= 0 && close(fd) && !err) /* the filter takes effect at close() */
		err = -errno;
	return err;
}

/* The file has lines "name" or "name [module]". It may have more lines than the list: several for one name. */
static bool says(struct tracefs_instance *instance, const char *file, const struct functions *f)
{
	char *text = tracefs_instance_file_read(instance, file, NULL), *save = NULL;
	bool same = text;
	size_t n = 0;

	for (char *line = text ? strtok_r(text, "\n", &save) : NULL; line && same;
		 line = strtok_r(NULL, "\n", &save), n++) {
		line[strcspn(line, " \t")] = '\0';
		same = functions_find(f, line);
	}
	free(text);
	return same && n >= f->n;
}

int functions_filter(struct tracefs_instance *instance, const char *file, const struct functions *f)
{
	bool by_line = f->n > FEW;
	int err = fill(instance, file, f, by_line);

	if (err || !by_line || says(instance, file, f))
		return err;
	if (tracefs_instance_file_clear(instance, file))
		return -errno;
	return fill(instance, file, f, false);
}
