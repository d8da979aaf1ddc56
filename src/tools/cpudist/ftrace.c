// SPDX-License-Identifier: GPL-2.0-or-later
/* The ftrace form of cpudist: switches from the ring buffer. */
#include "base/starts.h"
#include "source/ftrace/stream.h"
#include "tools/sched/key.h"
#include "tools/sched/switch.h"
#include "cpudist.h"

#include <errno.h>

static struct starts *starts; /* a time: by CPU of who is on it, or by thread of who is off */

static struct start_key key_of(const struct record *r, uint32_t tid)
{
	return (struct start_key){cpudist.off ? tid : (uint64_t)r->cpu, 0};
}

static void begin(struct session *s, const struct record *r, uint32_t tid)
{
	uint64_t *start = starts_one(starts, key_of(r, tid));

	if (start)
		*start = r->time_ns;
	else
		s->lost.map_full++;
}

static void end(struct session *s, const struct record *r, uint32_t tid, bool wanted)
{
	struct sched_hist *row;
	struct task_key key;
	uint64_t start;

	if (!starts_take(starts, key_of(r, tid), &start) || !wanted)
		return;
	key = sched_key_of(cpudist.by, r, tid);
	row = session_total(s, &key);
	if (row)
		hist_add(&row->hist, HIST_NS, r->time_ns - start);
}

static void switched(struct session *s, const struct record *r)
{
	uint32_t prev = (uint32_t)record_int(r, SWITCH_PREV_PID), next = (uint32_t)record_int(r, SWITCH_NEXT_PID);
	bool wanted = prev && record_wanted(r, SWITCH_PREV_COMM);

	if (cpudist.off) {
		if (wanted && !switch_is_last(r))
			begin(s, r, prev);
		if (next)
			end(s, r, next, true);
		return;
	}
	end(s, r, prev, wanted || (!prev && cpudist.idle));
	begin(s, r, next);
}

static const struct ftrace_event events[] = {
	{"sched/sched_switch", switch_fields, switched, false, NULL},
	{0},
};

static int start(struct session *s)
{
	int err = sched_ftrace_can(s, cpudist.by);

	if (err)
		return err;
	starts = starts_new(sizeof(uint64_t));
	return starts ? 0 : cannot(s, -ENOMEM, "out of memory");
}

static void close_ftrace(struct session *s)
{
	(void)s;
	starts_free(starts);
	starts = NULL;
}

struct ftrace_recipe cpudist_ftrace = {.events = events, .names_tasks = true, .start = start, .close = close_ftrace};
