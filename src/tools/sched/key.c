// SPDX-License-Identifier: GPL-2.0-or-later
#include "key.h"

#include "source/bpf/maps.h"
#include "source/bpf/object.h"
#include "source/ftrace/stream.h"
#include "sys/cgroup_names.h"

#include <errno.h>
#include <string.h>

int sched_cgroup(char *to, size_t size, const struct field *f, const void *row)
{
	(void)f;
	return cgroup_name(to, size, ((const struct sched_hist *)row)->key.cgroup);
}

void sched_show(struct field *fields, enum task_by_what by)
{
	field_show(&fields[0], by == BY_COMMAND || by == BY_PROCESS || by == BY_THREAD);
	field_show(&fields[1], by == BY_PROCESS || by == BY_THREAD);
	field_show(&fields[2], by == BY_THREAD);
	field_show(&fields[3], by == BY_CGROUP);
	field_show(&fields[4], by == BY_CPU);
}

int sched_compare(const void *a, const void *b)
{
	const struct sched_hist *x = a, *y = b;

	if (x->key.cpu != y->key.cpu)
		return x->key.cpu < y->key.cpu ? -1 : 1;
	if (x->hist.sum != y->hist.sum)
		return x->hist.sum < y->hist.sum ? -1 : 1;
	return memcmp(&x->key, &y->key, sizeof(x->key));
}

int sched_open(struct session *s, enum task_by_what by, bool *single)
{
	struct task_by *to = bpf_constant(s, "task_by", sizeof(*to));

	if (!to)
		return cannot(s, -EINVAL, "the object counts by no task");
	*to = (struct task_by){
		.comm = by == BY_COMMAND || by == BY_PROCESS || by == BY_THREAD,
		.pid = by == BY_PROCESS || by == BY_THREAD,
		.tid = by == BY_THREAD,
		.cgroup = by == BY_CGROUP,
		.cpu = by == BY_CPU,
	};
	*single = !by;
	return by ? 0 : bpf_tally_single(s);
}

/* ---- ftrace ---- */

int sched_ftrace_can(struct session *s, enum task_by_what by)
{
	return by == BY_CGROUP ? cannot(s, -ENOTSUP, "--by cgroup needs BPF: ftrace's records do not tell it") : 0;
}

struct task_key sched_key_of(enum task_by_what by, const struct record *r, uint32_t tid)
{
	const struct task *task = record_other(r, tid);
	struct task_key key = {.cpu = by == BY_CPU ? (uint32_t)r->cpu : 0};

	if (by == BY_PROCESS || by == BY_THREAD)
		key.pid = task->tgid;
	if (by == BY_THREAD)
		key.tid = tid;
	if (by == BY_COMMAND || by == BY_PROCESS || by == BY_THREAD)
		memcpy(key.comm, task->comm, sizeof(key.comm));
	return key;
}
