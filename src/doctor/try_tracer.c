// SPDX-License-Identifier: GPL-2.0-or-later
/* Tries the function tracers, and the profiler that counts calls. */
#include "scratch.h"
#include "try.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tracefs/tracefs.h>
#include <unistd.h>

#define FILTER "set_ftrace_filter"
#define PROFILER "function_profile_enabled"

static int try_tracer(struct trial *t, const char *name)
{
	int err = scratch_write(t, FILTER, TRIAL_FUNCTION);

	if (!err)
		err = scratch_write(t, "current_tracer", name);
	if (!err)
		err = scratch_sees(t, trial_rename);
	scratch_undo(t, "current_tracer", "nop");
	scratch_undo(t, FILTER, "");
	return err;
}

int try_function(struct trial *t)
{
	return try_tracer(t, "function");
}

static bool file_has(const char *file, const char *word)
{
	char *text = tracefs_instance_file_read(NULL, file, NULL);
	bool has = text && strstr(text, word);

	free(text);
	return has;
}

/*
 * While one instance begins or ends function_graph, Linux 7.2 may give no function to another one. The doctor tries
 * the tools meanwhile, and one of them is funcgraph.
 */
static int try_graph(struct trial *t)
{
	int err = try_tracer(t, "function_graph");

	for (int i = 0; i < 10 && err == -EIO; i++) {
		usleep(500000);
		err = try_tracer(t, "function_graph");
	}
	return err;
}

/* Before 6.11 only the top-level instance has it; other instances refuse its name. */
int try_function_graph(struct trial *t)
{
	int err = try_graph(t);

	if (err == -EINVAL && t->asked == ASKED_FILE && file_has("available_tracers", "function_graph"))
		return unusable(t, err, "Linux 6.11 or later",
						"only the top-level tracing instance has it, which is used while nobody else does");
	return err;
}

/* ---- the profiler: the whole system has one, so it is tried only if nobody uses it ---- */

static bool profiler_counts(void *unused)
{
	char file[48];
	bool found = false;

	(void)unused;
	for (int cpu = 0; cpu < 4096 && !found; cpu++) {
		char *text;

		snprintf(file, sizeof(file), "trace_stat/function%d", cpu);
		text = tracefs_instance_file_read(NULL, file, NULL);
		if (!text)
			break;
		found = strstr(text, TRIAL_FUNCTION);
		free(text);
	}
	return found;
}

static int write_top(struct trial *t, const char *file, const char *text)
{
	return tracefs_instance_file_write(NULL, file, text) < 0 ? failed(t, ASKED_FILE, -errno, "%s", file) : 0;
}

int try_profiler(struct trial *t)
{
	int err;

	if (file_has(PROFILER, "1"))
		return 0; /* somebody is using it, so it works */
	if (!tracefs_file_exists(NULL, PROFILER))
		return failed(t, ASKED_FILE, -ENOENT, PROFILER);
	if (!file_has("current_tracer", "nop") || !file_has(FILTER, "all functions enabled"))
		return unusable(t, -EBUSY, "echo nop > current_tracer; echo > " FILTER,
						"not tried: somebody uses the top-level function tracer or its filter");
	err = write_top(t, FILTER, TRIAL_FUNCTION);
	if (!err)
		err = write_top(t, PROFILER, "1");
	if (!err && !trial_seen(trial_rename, profiler_counts, NULL))
		err = failed(t, ASKED_TO_RUN, -EIO, "it");
	tracefs_instance_file_write(NULL, PROFILER, "0");
	tracefs_instance_file_write(NULL, FILTER, "");
	return err;
}
