// SPDX-License-Identifier: GPL-2.0-or-later
#include "hist.h"

#include "source/ftrace/ftrace.h"
#include "source/ftrace/hist.h"
#include "source/tasks.h"
#include "sys/kprobe_event.h"
#include "attach_event.h"
#include "funccount.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#define ANY_EVENT "sched/sched_switch"
#define ENTRIES_MAX 131072

static struct ftrace_hist *hist;
static bool by_thread;

/* The kernel never frees an entry: there is one for each function, or for each that a thread has called. */
static unsigned entries(size_t functions)
{
	unsigned n = by_thread ? 65536 : 256;

	while (n < functions && n < ENTRIES_MAX)
		n *= 2;
	return n;
}

static int start_trigger(struct session *s, size_t functions)
{
	char event[80], filter[64];

	kprobe_event_name(event, sizeof(event));
	snprintf(filter, sizeof(filter), "CPU == %" PRIu64, funccount.cpu);
	hist = ftrace_hist_new(s, event, by_thread ? "common_pid,__probe_ip" : "__probe_ip", entries(functions),
						   funccount.cpu == UINT64_MAX ? NULL : filter);
	s->attach = "hist";
	return hist ? 0 : -EINVAL;
}

int funccount_hist_start(struct session *s)
{
	const struct functions *f = &funccount.targets.kernel;
	int err;

	if (!ftrace_hist_has(s, ANY_EVENT) || !kprobe_event_possible())
		return cannot(s, -ENOTSUP, "this kernel has no hist triggers or no kprobe events");
	if (f->n > FUNCCOUNT_KPROBES_MAX)
		return cannot(s, -E2BIG, "%zu functions are too many for kprobes", f->n);
	by_thread = tasks_filtered(ftrace_tasks(s));
	err = attach_event(s, NULL, f);
	if (!err)
		err = start_trigger(s, f->n);
	if (err)
		funccount_hist_close();
	return err;
}

static void on_entry(struct session *s, const int64_t *keys, uint64_t more)
{
	if (!by_thread || tasks_wanted(ftrace_tasks(s), (uint32_t)keys[0], NULL, 0))
		funccount_add(s, (uint64_t)keys[by_thread], more);
}

int funccount_hist_collect(struct session *s)
{
	uint64_t before = ftrace_hist_dropped(hist);
	int err = ftrace_hist_read(hist, s->source_stopped, on_entry);

	s->lost.map_full += ftrace_hist_dropped(hist) - before;
	return err;
}

void funccount_hist_close(void)
{
	ftrace_hist_free(hist);
	hist = NULL;
	kprobe_event_remove();
}
