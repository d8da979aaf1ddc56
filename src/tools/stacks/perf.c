// SPDX-License-Identifier: GPL-2.0-or-later
#include "stacks.h"

#include "source/perf/perf.h"

#include <string.h>

void stacks_perf_ask(struct perf_wanted *w, uint32_t bytes)
{
	w->kernel_stack = !stacks.user_only;
	w->user_stack = stacks.kernel_only ? 0 : stacks.bytes ? (uint32_t)stacks.bytes : bytes;
	w->cgroup = stacks.by == BY_CGROUP;
}

void stacks_perf_key(struct stack_key *to, const struct perf_sample *sample)
{
	*to = (struct stack_key){
		.pid = sample->pid,
		.tid = stacks.by == BY_THREAD ? sample->tid : 0,
		.cpu = stacks.by == BY_CPU ? sample->cpu : 0,
		.cgroup = sample->cgroup,
		.kernel = perf_kernel_stack(sample, 0),
		.user = perf_user_stack(sample, 0),
	};
	memcpy(to->comm, sample->comm, sizeof(to->comm));
}

/* BPF's map has no more room either: a run may take days. */
void *stacks_perf_total(struct session *s, const void *key)
{
	if (tally_count(s->totals) < stacks.max_keys || tally_find(s->totals, key))
		return session_total(s, key);
	s->lost.map_full++;
	return NULL;
}
