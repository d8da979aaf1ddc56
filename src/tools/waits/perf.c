// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The form without BPF. A thread's stack is taken when it leaves its CPU, by the tracepoint sched_switch, whose record
 * has its state too. That it runs again is told by a record of perf's own, which names threads as we do. Stacks of
 * wakers come from sched_waking.
 */
#include "base/clock.h"
#include "dat/event.h"
#include "source/perf/perf.h"
#include "sys/pid_namespace.h"
#include "waits.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define uthash_fatal(msg) abort()
#include <uthash.h>

#define STACK_BYTES 8192 /* a busy machine switches some ten thousand times a second */

/* prev_state as the tracepoint has it, of all kernels since 4.14 (efb40f588b43) */
#define SWITCH_ENDED 0x30	   /* X, Z */
#define SWITCH_IDLE 0x80	   /* I: a D whose time says nothing, which `task->__state` has as D */
#define SWITCH_PREEMPTED 0x100 /* R+ */
#define STATES 0x7f
#define STATE_D 0x02

enum { SWITCH, WAKING };

struct thread {
	UT_hash_handle hh;
	uint32_t tid, state;
	bool waits;
	uint64_t since_ns;
	struct waits_key key;
};

static struct thread *threads;
static uint32_t self; /* not counted; 0: it is */
static const void *prev_state, *woken;
static bool counted_waiting;
static uint64_t unseen; /* waits that ended, and no record told of a waker */

static struct thread *find(uint32_t tid)
{
	struct thread *t;

	HASH_FIND(hh, threads, &tid, sizeof(tid), t);
	return t;
}

static struct thread *find_or_add(struct session *s, uint32_t tid)
{
	struct thread *t = find(tid);

	if (t)
		return t;
	t = calloc(1, sizeof(*t));
	if (!t) {
		s->lost.map_full++;
		return NULL;
	}
	t->tid = tid;
	HASH_ADD(hh, threads, tid, sizeof(tid), t);
	return t;
}

static void forget(uint32_t tid)
{
	struct thread *t = find(tid);

	if (t)
		HASH_DEL(threads, t);
	free(t);
}

/* ---- opening ---- */

/* The kernel copies no stack of whom the user does not want, as far as its numbers are ours. */
static const char *filter_of(const struct session *s)
{
	static char text[160];
	int n = snprintf(text, sizeof(text), "prev_pid != 0");

	if (pid_namespace_is_initial() && self)
		n += snprintf(text + n, sizeof(text) - (size_t)n, " && prev_pid != %u", self);
	if (pid_namespace_is_initial() && s->set->tid)
		n += snprintf(text + n, sizeof(text) - (size_t)n, " && prev_pid == %u", (unsigned)s->set->tid);
	if (!waits.running)
		snprintf(text + n, sizeof(text) - (size_t)n, " && prev_state != 0 && prev_state != %d", SWITCH_PREEMPTED);
	return text;
}

static int add(struct session *s, const char *name, const char *filter, bool stacks_too)
{
	struct perf_wanted w = {
		.name = name, .type = PERF_TYPE_TRACEPOINT, .period = 1, .filter = filter, .all_tasks = !filter};

	stacks_perf_ask(&w, STACK_BYTES);
	w.kernel_stack &= stacks_too;
	w.user_stack *= stacks_too;
	return perf_add(s, &w);
}

/* A waker's record names whom it wakes by the host's number. */
static int add_waking(struct session *s)
{
	int err;

	if (!pid_namespace_is_initial())
		return cannot(s, -ENOTSUP,
					  "sched_waking knows threads by the host's numbers, and this is a PID namespace of its own "
					  "(for a container: --pid=host)");
	err = add(s, "sched/sched_waking", NULL, true);
	woken = err ? NULL : perf_field(s, WAKING, "pid");
	return err || woken ? err : cannot(s, -EINVAL, "sched_waking does not tell who is woken");
}

static int open_perf(struct session *s)
{
	int err;

	counted_waiting = false;
	unseen = 0;
	self = s->set->npids ? 0 : pid_self();
	s->attach = "sched_switch";
	err = add(s, "sched/sched_switch", filter_of(s), waits_mode != WAITS_WAKEUP);
	if (err)
		return err;
	prev_state = perf_field(s, SWITCH, "prev_state");
	if (!prev_state)
		return cannot(s, -EINVAL, "sched_switch does not tell states");
	return waits_mode == WAITS_OFFCPU ? 0 : add_waking(s);
}

/* ---- counting ---- */

static void show(struct session *s, const struct waits_key *key, const struct thread *t, uint64_t waited)
{
	struct wait_row row = {
		.time_ns = t->since_ns + waited, .latency_ns = waited, .tid = t->tid, .state = t->state, .key = *key};

	session_timeline(s, &row);
}

static void count(struct session *s, const struct waits_key *key, const struct thread *t, uint64_t waited)
{
	struct waits_row *row;

	if (waited < waits.min_ns || (waits.max_ns && waited > waits.max_ns))
		return;
	if (s->set->timeline)
		show(s, key, t, waited);
	row = stacks_perf_total(s, key);
	if (!row)
		return;
	row->total.count++;
	row->total.ns += waited;
	if (waited > row->total.max_ns)
		row->total.max_ns = waited;
}

static bool is_wanted(uint32_t state)
{
	return state ? !waits.states || (state & waits.states) : waits.running;
}

static void left(struct session *s, const struct perf_sample *sample)
{
	uint32_t told = (uint32_t)event_number(prev_state, sample->raw, sample->raw_size);
	uint32_t state = told & SWITCH_PREEMPTED ? 0 : (told & STATES) | (told & SWITCH_IDLE ? STATE_D : 0);
	struct thread *t;

	if (!(told & SWITCH_PREEMPTED) && told & SWITCH_ENDED) {
		forget(sample->tid);
		return;
	}
	if (!sample->tid || (self && sample->pid == self))
		return;
	t = find_or_add(s, sample->tid);
	if (!t)
		return;
	t->waits = is_wanted(state);
	if (!t->waits)
		return;
	t->state = state;
	t->since_ns = sample->time_ns;
	t->key = (struct waits_key){0};
	if (waits_mode != WAITS_WAKEUP)
		stacks_perf_key(&t->key.task, sample);
}

/* Who waited already when tracing began has no stack, so its wait is only told. */
static void runs(struct session *s, uint32_t tid, uint64_t time_ns, bool leaves)
{
	struct thread *t = find(tid);

	if (leaves || !tid)
		return;
	if (!t) {
		t = find_or_add(s, tid);
		if (t && perf_wants(s, tid) && !perf_task_is_new(s, tid) && perf_task_process(s, tid) != self)
			s->lost.unmatched++;
		return;
	}
	if (t->waits && waits_mode != WAITS_WAKEUP)
		count(s, &t->key, t, time_ns > t->since_ns ? time_ns - t->since_ns : 0);
	unseen += t->waits && t->state && waits_mode == WAITS_WAKEUP;
	t->waits = false;
}

static void wakes(struct session *s, const struct perf_sample *sample)
{
	uint32_t tid = (uint32_t)event_number(woken, sample->raw, sample->raw_size);
	struct thread *t = find(tid);
	struct stack_key waker;
	uint64_t waited;

	if (!t || !t->waits || sample->time_ns < t->since_ns)
		return;
	waited = sample->time_ns - t->since_ns;
	if (waited < waits.min_ns)
		return;
	stacks_perf_key(&waker, sample);
	if (waits_mode == WAITS_OFFWAKE) {
		t->key.other = (struct waits_other){.pid = waker.pid, .kernel = waker.kernel, .user = waker.user};
		memcpy(t->key.other.comm, waker.comm, sizeof(waker.comm));
		return;
	}
	t->key.task = waker;
	t->key.other.pid = perf_task_process(s, tid);
	memcpy(t->key.other.comm, perf_task_name(s, tid), sizeof(t->key.other.comm));
	count(s, &t->key, t, waited);
	t->waits = false;
}

static void sample(struct session *s, const struct perf_sample *one)
{
	if (one->event == SWITCH)
		left(s, one);
	else
		wakes(s, one);
}

/* ---- the end ---- */

/* Here their stacks are known as a whole. */
static int collect(struct session *s)
{
	uint64_t end = perf_ended_ns(s);

	if (!waits.waiting || !s->ending || counted_waiting)
		return 0;
	counted_waiting = true;
	for (struct thread *t = threads; t; t = t->hh.next) {
		t->key.task.waiting = 1;
		if (t->waits && end > t->since_ns)
			count(s, &t->key, t, end - t->since_ns);
	}
	return 0;
}

static void losses(struct session *s, struct lost *lost)
{
	uint64_t now = perf_ended_ns(s) ? perf_ended_ns(s) : clock_ns();

	lost->missed += unseen;
	for (struct thread *t = threads; t && !waits.waiting; t = t->hh.next) {
		if (!t->waits)
			continue;
		lost->in_flight++;
		if (now > t->since_ns && now - t->since_ns > lost->oldest_ns)
			lost->oldest_ns = now - t->since_ns;
	}
}

static void close_perf(struct session *s)
{
	(void)s;
	while (threads)
		forget(threads->tid);
}

const struct perf_recipe waits_perf = {
	.open = open_perf, .sample = sample, .switched = runs, .collect = collect, .losses = losses, .close = close_perf};
