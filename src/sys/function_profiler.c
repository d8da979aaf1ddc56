// SPDX-License-Identifier: GPL-2.0-or-later
#include "function_profiler.h"

#include "functions_filter.h"
#include "tracefs_hold.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tracefs/tracefs.h>

#define PROFILER "function_profile_enabled"
#define FILTER "set_ftrace_filter"

static char hold[TRACEFS_NOTE];

int function_profiler_start(struct why *why, const struct functions *f)
{
	int err;

	if (!tracefs_file_exists(NULL, PROFILER))
		return because(why, -ENOENT, "this kernel has no function profiler (CONFIG_FUNCTION_PROFILER)");
	err = tracefs_hold(why, HOLD_PROFILER, hold);
	if (err)
		return err;
	err = functions_filter(NULL, FILTER, f);
	if (!err && tracefs_instance_file_write(NULL, PROFILER, "1") < 0)
		err = -errno;
	if (err) {
		function_profiler_stop();
		return because(why, err, "cannot start the function profiler: %s", strerror(-err));
	}
	tracefs_hold_set(hold);
	return 0;
}

/* "  vfs_read    1234    56.7 us ...", after two heading lines. A module's function has no "[module]". */
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

void function_profiler_stop(void)
{
	if (*hold)
		tracefs_release(hold);
	*hold = '\0';
}
