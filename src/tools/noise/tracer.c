// SPDX-License-Identifier: GPL-2.0-or-later
#include "tracer.h"

#include "source/ftrace/ftrace.h"
#include "options.h"
#include "threads.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tracefs/tracefs.h>

static struct noise_cpu *cpus[CPU_SETSIZE]; /* NULL: nothing happened there yet */

int noise_tracer_open(struct session *s)
{
	if (!noise.priority.given)
		return 0;
	return cannot(s, -ENOTSUP, "--priority: the %s tracer measures with the kernel's own threads",
				  s->tool->ftrace->noise);
}

/* ---- settings ---- */

/* "0-3,6" */
static void list_cpus(char *to, size_t size)
{
	size_t at = 0;

	for (int first = 0, last; first < CPU_SETSIZE && at < size; first = last + 1) {
		last = first;
		if (!CPU_ISSET(first, &noise.cpus))
			continue;
		while (last + 1 < CPU_SETSIZE && CPU_ISSET(last + 1, &noise.cpus))
			last++;
		at += (size_t)snprintf(to + at, size - at, "%s%d", at ? "," : "", first);
		if (last > first && at < size)
			at += (size_t)snprintf(to + at, size - at, "-%d", last);
	}
}

void noise_tracer_try(const struct session *s, const struct noise_setting *setting)
{
	char value[24];

	if (s->set->replay)
		return;
	snprintf(value, sizeof(value), "%" PRIu64, setting->value);
	tracefs_instance_file_write(NULL, setting->file, value);
}

static int set(struct session *s, const struct noise_setting *setting)
{
	char value[24];

	if (!tracefs_file_exists(NULL, setting->file))
		return cannot(s, -ENOTSUP, "this kernel's tracer has no %s", setting->file);
	snprintf(value, sizeof(value), "%" PRIu64, setting->value);
	return ftrace_set_global(s, setting->file, value);
}

/* Somebody's own program may be the measuring thread, instead of the kernel's. */
static int check_workload(struct session *s)
{
	char *text = tracefs_instance_file_read(NULL, "osnoise/options", NULL);
	bool without = text && strstr(text, "NO_OSNOISE_WORKLOAD");

	free(text);
	return without
			   ? cannot(s, -EBUSY, "somebody uses osnoise/options: NO_OSNOISE_WORKLOAD leaves out the kernel's threads")
			   : 0;
}

static int set_all(struct session *s, const struct noise_setting *to)
{
	static const struct noise_setting stops[] = {{"osnoise/stop_tracing_us", 0}, {"osnoise/stop_tracing_total_us", 0}};
	char list[4096];
	int err = check_workload(s);

	list_cpus(list, sizeof(list));
	if (!err)
		err = ftrace_set_global(s, "osnoise/cpus", list);
	for (size_t i = 0; i < 2 && !err; i++) /* ktally itself decides, and explains */
		err = set(s, &stops[i]);
	for (; to->file && !err; to++)
		err = set(s, to);
	return err;
}

/* Tracing is switched off and on again after this, with all events: the kernel ends its threads then and makes new
 * ones, whose first period is traced from its start. */
int noise_tracer_start(struct session *s, const struct noise_setting *to)
{
	int err;

	if (s->set->replay)
		return 0;
	err = noise_hold_latency(s);
	if (!err)
		err = set_all(s, to);
	if (!err)
		err = ftrace_set(s, "tracing_on", "1");
	return err ? err : ftrace_tracer(s, s->tool->ftrace->noise);
}

void noise_tracer_close(struct session *s)
{
	(void)s;
	for (int i = 0; i < CPU_SETSIZE; i++) {
		free(cpus[i]);
		cpus[i] = NULL;
	}
}

struct noise_cpu *noise_record(struct session *s, const struct record *r)
{
	if (r->cpu >= CPU_SETSIZE || !CPU_ISSET(r->cpu, &noise.cpus) || noise_stopped())
		return NULL;
	if (!cpus[r->cpu])
		cpus[r->cpu] = calloc(1, sizeof(*cpus[0]));
	if (!cpus[r->cpu])
		s->lost.map_full++;
	return cpus[r->cpu];
}

void noise_tracer_stop(struct session *s, const struct record *r, struct noise_stop stop)
{
	noise_stop_at(r->cpu, cpus[r->cpu], stop);
	noise_end_stopped(s);
}
