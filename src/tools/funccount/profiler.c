// SPDX-License-Identifier: GPL-2.0-or-later
#include "profiler.h"

#include "source/ftrace/ftrace.h"
#include "source/tasks.h"
#include "sys/function_profiler.h"
#include "sys/ksyms.h"
#include "funccount.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysinfo.h>

int funccount_profiler_start(struct session *s)
{
	int err;

	if (tasks_filtered(ftrace_tasks(s)))
		return cannot(s, -ENOTSUP, "the function profiler cannot filter by task");
	err = function_profiler_start(&s->why, &funccount.targets.kernel);
	if (err)
		return err;
	s->attach = "function_profiler";
	return 0;
}

static int compare(const void *name, const void *function)
{
	return strncmp(name, ((const struct function *)function)->name, FUNCTION_PROFILER_CHARS);
}

/* The profiler cuts names: the id is that of the first function with this beginning. A name that nobody asked for is
 * another name of a function that was asked for: its address is the id. */
static uint64_t id_of(const char *name)
{
	const struct functions *f = &funccount.targets.kernel;
	const struct function *found = bsearch(name, f->list, f->n, sizeof(*f->list), compare);
	bool more;

	if (!found)
		return ksym_starting_with(name, FUNCTION_PROFILER_CHARS);
	while (found > f->list && !compare(name, found - 1))
		found--;
	more = found + 1 < f->list + f->n && !compare(name, found + 1);
	return targets_kernel_id(&funccount.targets, (size_t)(found - f->list), more);
}

static void on_function(void *session, const char *name, uint64_t calls)
{
	struct session *s = session;
	uint64_t id = calls ? id_of(name) : 0;

	if (id)
		funccount_add(s, id, calls);
	else
		s->lost.map_full += calls; /* no id, because addresses are hidden */
}

int funccount_profiler_collect(struct session *s)
{
	int ncpus = get_nprocs_conf(), err = 0;

	if (s->source_stopped)
		function_profiler_pause();
	tally_clear(s->totals);
	for (int cpu = 0; cpu < ncpus && !err; cpu++)
		if (funccount.cpu == UINT64_MAX || (uint64_t)cpu == funccount.cpu)
			err = function_profiler_read(cpu, on_function, s);
	return err == -ENOENT ? 0 : err; /* a CPU that has never been online */
}
