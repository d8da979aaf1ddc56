// SPDX-License-Identifier: GPL-2.0-or-later
/* The ftrace form of runqlat: wake-ups and switches from the ring buffer. */
#include "base/starts.h"
#include "source/ftrace/stream.h"
#include "tools/sched/key.h"
#include "tools/sched/switch.h"
#include "runqlat.h"

#include <errno.h>
#include <string.h>

enum { PID };
static const char *const wakeup_fields[] = {[PID] = "pid", NULL};

static struct starts *starts; /* a time, by thread */

static struct start_key key_of(uint32_t tid)
{
	return (struct start_key){tid, 0};
}

/* Whatever makes a thread runnable begins its wait anew. */
static void runnable(struct session *s, const struct record *r, uint32_t tid)
{
	uint64_t *start;

	if (!tid || !record_wanted_other(r, tid))
		return;
	start = starts_one(starts, key_of(tid));
	if (start)
		*start = r->time_ns;
	else
		s->lost.map_full++;
}

static void woken(struct session *s, const struct record *r)
{
	runnable(s, r, (uint32_t)record_int(r, PID));
}

static void send(struct session *s, const struct record *r, uint32_t tid, uint64_t waited)
{
	uint32_t prev = (uint32_t)record_int(r, SWITCH_PREV_PID);
	struct runq_event row = {.time_ns = r->time_ns, .latency_ns = waited, .tid = tid, .cpu = (uint32_t)r->cpu};

	row.pid = record_other(r, tid)->tgid;
	row.before_tid = prev;
	row.before_pid = prev ? record_other(r, prev)->tgid : 0;
	record_copy(r, SWITCH_NEXT_COMM, row.comm, sizeof(row.comm));
	record_copy(r, SWITCH_PREV_COMM, row.before_comm, sizeof(row.before_comm));
	session_event(s, &row);
}

static void switched(struct session *s, const struct record *r)
{
	uint32_t next = (uint32_t)record_int(r, SWITCH_NEXT_PID);
	struct sched_hist *row;
	struct task_key key;
	uint64_t start;

	if (switch_leaves_runnable(r))
		runnable(s, r, (uint32_t)record_int(r, SWITCH_PREV_PID));
	if (!starts_take(starts, key_of(next), &start) || r->time_ns - start < runqlat.slower_ns)
		return;
	if (runqlat.slower_ns) {
		send(s, r, next, r->time_ns - start);
		return;
	}
	key = sched_key_of(runqlat.by, r, next);
	row = session_total(s, &key);
	if (row)
		hist_add(&row->hist, HIST_NS, r->time_ns - start);
}

static bool from_waking(struct session *s)
{
	(void)s;
	return runqlat.from_waking;
}

static bool from_wakeup(struct session *s)
{
	(void)s;
	return !runqlat.from_waking;
}

static const struct ftrace_event events[] = {
	{"sched/sched_waking", wakeup_fields, woken, false, from_waking},
	{"sched/sched_wakeup", wakeup_fields, woken, false, from_wakeup},
	{"sched/sched_wakeup_new", wakeup_fields, woken, false, NULL},
	{"sched/sched_switch", switch_fields, switched, false, NULL},
	{0},
};

static int start(struct session *s)
{
	int err = sched_ftrace_can(s, runqlat.by);

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

struct ftrace_recipe runqlat_ftrace = {.events = events, .names_tasks = true, .start = start, .close = close_ftrace};
