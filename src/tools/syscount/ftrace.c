// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The ftrace form of syscount. Hist triggers count in the kernel, by thread and number, if it has them; names of
 * threads are known here. For times, for recordings and on other kernels each record is read and counted.
 */
#include "base/starts.h"
#include "session/in_flight.h"
#include "session/tool.h"
#include "source/ftrace/ftrace.h"
#include "source/ftrace/hist.h"
#include "source/ftrace/stream.h"
#include "sys/errnos.h"
#include "syscount.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define ENTER "raw_syscalls/sys_enter"
#define EXIT "raw_syscalls/sys_exit"

enum { ID, RESULT }; /* fields of both events */

struct start {
	uint64_t time_ns;
	uint32_t number;
};

static struct starts *calls; /* by thread */
static struct ftrace_hist *hist;

static bool at_exit(void)
{
	return syscount.failed && !syscount.latency;
}

static bool use_hist(const struct session *s)
{
	return !syscount.latency && !s->set->record && ftrace_hist_has(s, at_exit() ? EXIT : ENTER);
}

/* number: -1 at the end of rt_sigreturn, whose result is a register of whatever the signal interrupted */
static bool result_wanted(int64_t number, int64_t result)
{
	if (syscount.failed && number == -1)
		return false;
	if (syscount.error)
		return result == -(int64_t)syscount.error;
	return !syscount.failed || (result < 0 && result >= -ERRNO_LAST);
}

/* ---- adding up ---- */

/* task: may be NULL if no key belongs to the task */
static void fill_key(struct syscount_key *key, const struct task *task, int64_t number, int64_t result)
{
	static const struct task nobody;

	task = task ? task : &nobody;
	memset(key, 0, sizeof(*key));
	if (syscount.by_comm)
		memcpy(key->comm, task->comm, strnlen(task->comm, sizeof(key->comm)));
	if (syscount.by_pid)
		key->pid = task->tgid;
	if (syscount.by_tid)
		key->tid = task->tid;
	if (syscount.by_call)
		key->call = (uint32_t)number;
	if (syscount.by_error)
		key->error = (uint32_t)-result;
}

static void add(struct session *s, const struct syscount_key *key, uint64_t n, uint64_t ns)
{
	struct syscount_row *row = session_total(s, key);

	if (row && syscount.histogram) {
		hist_add(&((struct syscount_hist_row *)(void *)row)->hist, HIST_NS, ns);
	} else if (row) {
		row->stat.count += n;
		row->stat.total_ns += ns;
		row->stat.max_ns = ns > row->stat.max_ns ? ns : row->stat.max_ns;
	}
}

/* ---- records ---- */

static void begin(struct session *s, const struct record *r)
{
	struct start *call;

	if (record_int(r, ID) == SYS_exit || record_int(r, ID) == SYS_exit_group)
		return; /* never returns */
	/* One that is there never returned, because another thread called execve. */
	call = starts_one(calls, (struct start_key){r->tid, 0});
	if (call)
		*call = (struct start){r->time_ns, (uint32_t)record_int(r, ID)};
	else
		s->lost.map_full++;
}

static void on_enter(struct session *s, const struct record *r)
{
	struct syscount_key key;

	if (!record_wanted(r, -1))
		return;
	if (syscount.latency) {
		begin(s, r);
		return;
	}
	fill_key(&key, record_task(r), record_int(r, ID), 0);
	add(s, &key, 1, 0);
}

/* A call without a start began before us, or is fork() returning in the child. */
static void on_exit_call(struct session *s, const struct record *r)
{
	int64_t result = record_int(r, RESULT);
	struct start call = {r->time_ns, (uint32_t)record_int(r, ID)};
	struct syscount_key key;

	if (syscount.latency && !starts_take(calls, (struct start_key){r->tid, 0}, &call))
		return;
	if (!result_wanted(record_int(r, ID), result) || (!syscount.latency && !record_wanted(r, -1)))
		return;
	fill_key(&key, record_task(r), call.number, result);
	add(s, &key, 1, r->time_ns - call.time_ns);
}

enum { EXEC_TID, EXEC_OLD };

/* A thread that calls exec becomes the first of its process, and the call returns under that number. */
static void on_exec(struct session *s, const struct record *r)
{
	uint32_t tid = (uint32_t)record_int(r, EXEC_TID), old = (uint32_t)record_int(r, EXEC_OLD);
	struct start call, gone, *moved;

	if (tid == old || !starts_take(calls, (struct start_key){old, 0}, &call))
		return;
	starts_take(calls, (struct start_key){tid, 0}, &gone); /* exec has ended that thread, in whatever call it was */
	moved = starts_add(calls, (struct start_key){tid, 0});
	if (moved)
		*moved = call;
	else
		s->lost.map_full++;
}

static bool wants_exec(struct session *s)
{
	return syscount.latency && !use_hist(s);
}

static bool wants_enter(struct session *s)
{
	return !at_exit() && !use_hist(s);
}

static bool wants_exit(struct session *s)
{
	return (at_exit() || syscount.latency) && !use_hist(s);
}

/* ---- hist ---- */

static bool needs_thread(const struct session *s)
{
	return syscount.by_comm || syscount.by_pid || syscount.by_tid || tasks_filtered(ftrace_tasks(s));
}

static int start_hist(struct session *s)
{
	bool thread = needs_thread(s);
	char keys[64], filter[128];
	int n = snprintf(filter, sizeof(filter), "%s", ftrace_not_self(false));

	snprintf(keys, sizeof(keys), "%s%s%s", thread ? "common_pid" : "", syscount.by_call ? thread ? ",id" : "id" : "",
			 syscount.by_error ? ",ret" : "");
	if (s->set->tid)
		n += snprintf(filter + n, sizeof(filter) - (size_t)n, " && common_pid == %u", (unsigned)s->set->tid);
	if (syscount.error)
		snprintf(filter + n, sizeof(filter) - (size_t)n, " && id != -1 && ret == -%u", syscount.error);
	else if (at_exit())
		snprintf(filter + n, sizeof(filter) - (size_t)n, " && id != -1 && ret < 0 && ret >= -%d", ERRNO_LAST);
	hist = ftrace_hist_new(s, at_exit() ? EXIT : ENTER, keys, thread && syscount.by_call ? 65536 : 16384, filter);
	s->attach = "hist";
	return hist ? 0 : -EINVAL;
}

static void on_entry(struct session *s, const int64_t *keys, uint64_t more)
{
	bool thread = needs_thread(s);
	const struct task *task = thread ? tasks_get(ftrace_tasks(s), (uint32_t)keys[0]) : NULL;
	struct syscount_key key;
	const int64_t *next = keys + thread;

	if (thread && !tasks_wanted(ftrace_tasks(s), (uint32_t)keys[0], NULL, 0))
		return;
	fill_key(&key, task, syscount.by_call ? next[0] : 0, syscount.by_error ? next[1] : 0);
	add(s, &key, more, 0);
}

static int collect(struct session *s)
{
	uint64_t before = hist ? ftrace_hist_dropped(hist) : 0;
	int err = hist ? ftrace_hist_read(hist, s->source_stopped, on_entry) : 0;

	if (hist)
		s->lost.map_full += ftrace_hist_dropped(hist) - before;
	return err;
}

/* ---- recipe ---- */

static int start(struct session *s)
{
	const char *others = ftrace_not_self(false);
	int err;

	calls = starts_new(sizeof(struct start));
	if (!calls)
		return cannot(s, -ENOMEM, "out of memory");
	if (use_hist(s))
		return start_hist(s);
	err = wants_enter(s) ? ftrace_filter(s, ENTER, others) : 0;
	return err || !wants_exit(s) ? err : ftrace_filter(s, EXIT, others);
}

static uint64_t start_of(const void *call)
{
	return ((const struct start *)call)->time_ns;
}

static void losses(struct session *s, struct lost *lost)
{
	in_flight_starts(s, calls, start_of, lost);
}

static void close_ftrace(struct session *s)
{
	(void)s;
	ftrace_hist_free(hist);
	starts_free(calls);
	hist = NULL;
	calls = NULL;
}

static const char *const enter_fields[] = {[ID] = "id", NULL};
static const char *const exit_fields[] = {[ID] = "id", [RESULT] = "ret", NULL};
static const char *const exec_fields[] = {[EXEC_TID] = "pid", [EXEC_OLD] = "old_pid", NULL};

static const struct ftrace_event events[] = {
	{ENTER, enter_fields, on_enter, false, wants_enter},
	{EXIT, exit_fields, on_exit_call, false, wants_exit},
	{"sched/sched_process_exec", exec_fields, on_exec, true, wants_exec},
	{0},
};

const struct ftrace_recipe syscount_ftrace = {
	.events = events,
	.names_tasks = true,
	.start = start,
	.collect = collect,
	.losses = losses,
	.close = close_ftrace,
};
