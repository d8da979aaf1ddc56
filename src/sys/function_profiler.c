// SPDX-License-Identifier: GPL-2.0-or-later
#include "function_profiler.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tracefs/tracefs.h>
#include <unistd.h>

#define PROFILER "function_profile_enabled"
#define FILTER "set_ftrace_filter"

static struct tracefs_instance *mark;

static bool begins(const char *file, const char *with)
{
	char *text = tracefs_instance_file_read(NULL, file, NULL);
	bool yes = text && !strncmp(text, with, strlen(with));

	free(text);
	return yes;
}

static bool in_use(void)
{
	return !begins(PROFILER, "0") || !begins("current_tracer", "nop") || !begins(FILTER, "#### all functions") ||
		   !begins("set_ftrace_notrace", "#### no functions");
}

static int write_filter(const struct functions *f)
{
	int fd = tracefs_instance_file_open(NULL, FILTER, O_WRONLY | O_APPEND | O_CLOEXEC);
	int err = fd < 0 ? -errno : functions_write(f, fd);

	if (fd >= 0 && close(fd) && !err) /* takes effect now */
		err = -errno;
	return err;
}

int function_profiler_start(const struct functions *f)
{
	char name[48];
	int err;

	if (!tracefs_file_exists(NULL, PROFILER))
		return -ENOENT;
	if (in_use())
		return -EBUSY;
	snprintf(name, sizeof(name), FUNCTION_PROFILER_MARK "%d", getpid());
	mark = tracefs_instance_create(name);
	if (!mark)
		return -errno;
	err = write_filter(f);
	if (!err && tracefs_instance_file_write(NULL, PROFILER, "1") < 0)
		err = -errno;
	if (err)
		function_profiler_stop();
	return err;
}

/* "  vfs_read    1234    56.7 us ...", below two lines of headings. Modules' functions are named like others. */
static bool read_line(const char *line, char *name, uint64_t *calls)
{
	return sscanf(line, " %127s %" SCNu64, name, calls) == 2;
}

int function_profiler_read(int cpu, void (*visit)(void *arg, const char *name, uint64_t calls), void *arg)
{
	char path[48], name[128], *text, *save = NULL;
	uint64_t calls;

	snprintf(path, sizeof(path), "trace_stat/function%d", cpu);
	text = tracefs_instance_file_read(NULL, path, NULL);
	if (!text)
		return -errno;
	for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
		if (read_line(line, name, &calls))
			visit(arg, name, calls);
	free(text);
	return 0;
}

void function_profiler_pause(void)
{
	tracefs_instance_file_write(NULL, PROFILER, "0");
}

void function_profiler_off(void)
{
	function_profiler_pause();
	tracefs_instance_file_clear(NULL, FILTER);
}

void function_profiler_stop(void)
{
	if (!mark)
		return;
	function_profiler_off();
	tracefs_instance_destroy(mark);
	tracefs_instance_free(mark);
	mark = NULL;
}
