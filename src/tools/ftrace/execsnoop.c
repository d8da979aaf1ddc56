// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The ftrace form of execsnoop: sched_process_exec names the program's file, not its arguments. Calls that
 * fail are seen when they return; their file only where the kernel's events carry it (7.0).
 */
#include "execsnoop.h"

#include "../../pending.h"
#include "../../source/stream.h"
#include "../../tool.h"

#include <errno.h>
#include <string.h>

static struct pending *calls;	/* by thread: a row each */
static struct pending *started; /* processes that have called exec since they were made */

#define ROW_SIZE (offsetof(struct exec_row, args) + EXEC_ARG)

static struct pending_key key_of(uint32_t tid)
{
	return (struct pending_key){tid, 0};
}

static bool fill(struct exec_row *row, const struct record *r)
{
	const struct task *task = record_task(r);

	if ((execsnoop.parent && task->parent != execsnoop.parent) || !record_wanted(r, -1))
		return false;
	row->time_ns = r->time_ns;
	row->pid = task->tgid;
	row->tid = r->tid;
	row->ppid = task->parent;
	memcpy(row->comm, task->comm, sizeof(row->comm));
	return true;
}

/* Has this process done it before? From now on it has. */
static bool again(struct session *s, uint32_t pid)
{
	if (pending_find(started, key_of(pid), NULL))
		return true;
	if (!pending_add(started, key_of(pid)))
		s->lost.map_full++;
	return false;
}

enum { FILE_NAME };

static void on_exec(struct session *s, const struct record *r)
{
	static struct exec_row row;
	bool repeated = again(s, r->tid);

	memset(&row, 0, ROW_SIZE);
	if ((repeated && !execsnoop.again) || !fill(&row, r))
		return;
	row.length = (uint32_t)record_copy(r, FILE_NAME, row.args, EXEC_ARG) + 1;
	session_event(s, &row);
}

enum { CHILD };

static void on_fork(struct session *s, const struct record *r)
{
	uint64_t unused;

	(void)s;
	pending_take(started, key_of((uint32_t)record_int(r, CHILD)), &unused);
}

static void on_enter(struct session *s, const struct record *r)
{
	struct exec_row *row = pending_find(calls, key_of(r->tid), NULL); /* there is one: its exit was lost */

	if (!row)
		row = pending_add(calls, key_of(r->tid));
	if (!row) {
		s->lost.map_full++;
		return;
	}
	strcpy(row->args, "[?]");
	if (record_has(r, FILE_NAME))
		record_copy(r, FILE_NAME, row->args, EXEC_ARG);
}

static void on_exit_call(struct session *s, const struct record *r)
{
	static struct exec_row row;

	if (!pending_take(calls, key_of(r->tid), &row))
		return;
	row.error = (int)record_int(r, 0);
	if (row.error >= 0 || !fill(&row, r))
		return;
	session_event(s, &row);
}

static bool wants_failed(struct session *s)
{
	(void)s;
	return execsnoop.failed;
}

static int start(struct session *s)
{
	if (execsnoop.line)
		return cannot(s, -ENOTSUP, "--line needs BPF: ftrace does not know the arguments");
	execsnoop_without_args();
	calls = pending_new(ROW_SIZE);
	started = pending_new(sizeof(uint64_t));
	return calls && started ? 0 : cannot(s, -ENOMEM, "out of memory");
}

static void close_ftrace(struct session *s)
{
	(void)s;
	pending_free(calls);
	pending_free(started);
	calls = started = NULL;
}

static const char *const exec_fields[] = {"filename", NULL};
static const char *const fork_fields[] = {"child_pid", NULL};
static const char *const enter_fields[] = {"__filename_val", NULL};
static const char *const exit_fields[] = {"ret", NULL};
static const struct ftrace_event events[] = {
	{"sched/sched_process_exec", exec_fields, on_exec, false, NULL},
	{"sched/sched_process_fork", fork_fields, on_fork, false, NULL},
	{"syscalls/sys_enter_execve", enter_fields, on_enter, false, wants_failed},
	{"syscalls/sys_exit_execve", exit_fields, on_exit_call, false, wants_failed},
	{"syscalls/sys_enter_execveat", enter_fields, on_enter, true, wants_failed},
	{"syscalls/sys_exit_execveat", exit_fields, on_exit_call, true, wants_failed},
	{0},
};

const struct ftrace_recipe execsnoop_ftrace = {
	.events = events,
	.names_tasks = true,
	.start = start,
	.close = close_ftrace,
};
