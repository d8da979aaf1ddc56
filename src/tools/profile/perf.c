// SPDX-License-Identifier: GPL-2.0-or-later
/* The form without BPF: perf samples into its rings, and the stacks are counted here. */
#include "source/perf/perf.h"
#include "sys/pid_namespace.h"
#include "profile.h"

#include <errno.h>

#define STACK_BYTES 32768  /* copied 99 times a second, they cost little */
#define BYTES_OF_EACH 8192 /* where every event is a sample, there may be a hundred thousand a second */

static uint32_t self; /* not counted; 0: it is */

static int add(struct session *s, const struct profile_event *e)
{
	struct perf_wanted w = {
		.name = e->name,
		.type = e->type,
		.config = e->config,
		.period = profile.period,
		.frequency = profile.period ? 0 : profile.frequency,
		.idle = profile.idle,
		.one_cpu = profile.cpu != UINT64_MAX,
		.cpu = (unsigned)profile.cpu,
	};

	stacks_perf_ask(&w, e->single ? BYTES_OF_EACH : STACK_BYTES);
	s->attach = e->name;
	return perf_add(s, &w);
}

static int open_perf(struct session *s)
{
	int err;

	self = s->set->npids ? 0 : pid_self();
	if (profile.event)
		return add(s, profile.event);
	err = add(s, &profile_cycles);
	return err == -ENOENT || err == -EOPNOTSUPP || err == -EINVAL || err == -ENODEV ? add(s, &profile_clock) : err;
}

static void count(struct session *s, const struct perf_sample *sample)
{
	struct stack_key key;
	struct profile_row *row;

	if ((!sample->tid && !profile.idle) || (self && sample->pid == self))
		return;
	stacks_perf_key(&key, sample);
	row = stacks_perf_total(s, &key);
	if (row)
		row->samples++;
}

const struct perf_recipe profile_perf = {.open = open_perf, .sample = count};
