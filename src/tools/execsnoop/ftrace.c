// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The ftrace form of execsnoop: sched_process_exec names the program's file. Its arguments come from a probe, if the
 * kernel takes probes (exec_args.h). Calls that fail are reported when they return.
 */
#include "base/log.h"
#include "base/starts.h"
#include "session/tool.h"
#include "source/ftrace/stream.h"
#include "exec_args.h"
#include "execsnoop.h"

#include <errno.h>
#include <string.h>

#define ROW_SIZE (offsetof(struct exec_row, args) + EXEC_ARG)

struct start {
	struct exec_call_lengths lengths;
	bool has_args, entered; /* the record of the probe has come, that of the event; in any order */
	struct exec_row row;	/* ROW_SIZE of it */
};
#define CALL_SIZE (offsetof(struct start, row) + ROW_SIZE)

static struct starts *calls;   /* by thread */
static struct starts *stacks;  /* by process: rows with the arguments of a program that is about to start */
static struct starts *started; /* processes that have called exec since they were made */

static struct start_key key_of(uint32_t tid)
{
	return (struct start_key){tid, 0};
}

static bool fill(struct exec_row *row, const struct record *r)
{
	const struct task *task = record_task(r);

	if ((execsnoop.parent && task->parent != execsnoop.parent) || !record_wanted(r, -1))
		return false;
	row->time_ns = r->time_ns;
	row->pid = task->tgid;
	row->tid = r->tid;
	row->cpu = (uint32_t)r->cpu;
	row->ppid = task->parent;
	memcpy(row->comm, task->comm, sizeof(row->comm));
	task = record_other(r, task->parent);
	memcpy(row->parent_comm, task->comm, sizeof(row->parent_comm));
	return true;
}

/* Has this process called exec before? From now on it has. */
static bool again(struct session *s, uint32_t pid)
{
	if (starts_find(started, key_of(pid), NULL))
		return true;
	if (!starts_add(started, key_of(pid)))
		s->lost.map_full++;
	return false;
}

/* The slot of a key, made if need be; NULL (and counted) without memory */
static void *slot(struct session *s, struct starts *p, uint32_t tid)
{
	void *data = starts_one(p, key_of(tid));

	if (!data)
		s->lost.map_full++;
	return data;
}

static void on_started(struct session *s, const struct record *r)
{
	static struct exec_row row;
	void *to;

	if (!exec_started_args(r, &row))
		return;
	to = slot(s, stacks, r->tid);
	if (to)
		memcpy(to, &row, ROW_SIZE);
}

enum { FILE_NAME, OLD_TID };

/* Copies what the probe at the call has read, without the path; false: it has read nothing */
static bool args_of_call(struct exec_row *row, uint32_t tid)
{
	static struct start call;

	if (!starts_take(calls, key_of(tid), &call) || !call.has_args || !call.lengths.first)
		return false;
	row->length = call.row.length - call.lengths.path;
	row->cut = call.row.cut;
	row->unreadable = call.row.unreadable;
	memcpy(row->args, call.row.args + call.lengths.path, row->length);
	return true;
}

static void on_exec(struct session *s, const struct record *r)
{
	static struct exec_row row;
	bool repeated = again(s, r->tid), has_args;

	memset(&row, 0, ROW_SIZE);
	has_args = starts_take(stacks, key_of(r->tid), &row) || args_of_call(&row, (uint32_t)record_int(r, OLD_TID));
	if ((repeated && !execsnoop.again) || !fill(&row, r))
		return;
	row.unreadable |= !has_args;
	if (!has_args)
		row.length = (uint32_t)record_copy(r, FILE_NAME, row.args, EXEC_ARG) + 1;
	session_event(s, &row);
}

enum { CHILD };

static void on_fork(struct session *s, const struct record *r)
{
	uint64_t unused;

	(void)s;
	starts_take(started, key_of((uint32_t)record_int(r, CHILD)), &unused);
}

/* Puts the path in front of the arguments; the first path that is known stays. */
static void set_path(struct start *call, const char *text, size_t length)
{
	struct exec_row *row = &call->row;

	if (!text || call->lengths.path || length >= EXEC_ARG - row->length)
		return;
	memmove(row->args + length + 1, row->args, row->length);
	memcpy(row->args, text, length);
	row->args[length] = '\0';
	row->length += (uint32_t)length + 1;
	call->lengths.path = (uint32_t)length + 1;
}

static void on_enter(struct session *s, const struct record *r)
{
	struct start *call = slot(s, calls, r->tid);
	size_t length = 0;
	const char *path;

	if (!call)
		return;
	if (call->entered) /* its exit was lost */
		memset(call, 0, CALL_SIZE);
	call->entered = true;
	path = record_chars(r, FILE_NAME, &length);
	set_path(call, path, length);
}

static void on_call_args(struct session *s, const struct record *r)
{
	struct start *call = slot(s, calls, r->tid);
	char path[EXEC_ARG];
	uint32_t known;

	if (!call)
		return;
	if (call->has_args)
		memset(call, 0, CALL_SIZE);
	known = call->lengths.path;
	memcpy(path, call->row.args, known);
	call->lengths = exec_call_args(r, &call->row);
	call->has_args = true;
	if (known)
		set_path(call, path, known - 1);
}

static void on_path(struct session *s, const struct record *r)
{
	struct start *call = starts_find(calls, key_of(r->tid), NULL);
	size_t length = 0;
	const char *path = record_chars(r, 0, &length);

	(void)s;
	if (call)
		set_path(call, path, length);
}

/* The row of a failed call has the path in place of argv[0]. */
static void on_exit_call(struct session *s, const struct record *r)
{
	static struct start call;
	struct exec_row *row = &call.row;
	uint32_t path, first;

	if (!starts_take(calls, key_of(r->tid), &call))
		return;
	path = call.lengths.path;
	first = path ? call.lengths.first : 0;
	row->error = (int)record_int(r, 0);
	if (row->error >= 0 || !fill(row, r))
		return;
	memmove(row->args + path, row->args + path + first, row->length - path - first);
	row->length -= first;
	if (!row->length)
		strcpy(row->args, "[?]"); /* in the FILE column */
	row->unreadable |= !path || !call.has_args;
	session_event(s, row);
}

static bool wants_failed(struct session *s)
{
	(void)s;
	return execsnoop.failed;
}

/* The probe of the call knows less of a program that starts than the other one. */
static int open_ftrace(struct session *s)
{
	if (!exec_started_add(s) || execsnoop.failed) {
		exec_call_add(s, false);
		exec_call_add(s, true);
	}
	if (execsnoop.failed)
		exec_path_add(s);
	return 0;
}

static int start(struct session *s)
{
	bool has_args = stream_has(s->stream, exec_started.name) || stream_has(s->stream, exec_call.name);

	if (!has_args && execsnoop.line)
		return cannot(s, -ENOTSUP, "this kernel's events have no arguments to look for \"%s\" in", execsnoop.line);
	if (!has_args) {
		warn("FILE in place of ARGS: this kernel's events have no arguments, and it allows no probe of them");
		execsnoop_without_args();
	}
	calls = starts_new(CALL_SIZE);
	stacks = starts_new(ROW_SIZE);
	started = starts_new(sizeof(uint64_t));
	return calls && stacks && started ? 0 : cannot(s, -ENOMEM, "out of memory");
}

static void close_ftrace(struct session *s)
{
	(void)s;
	dynamic_event_remove(&exec_started);
	dynamic_event_remove(&exec_call);
	dynamic_event_remove(&exec_call_at);
	dynamic_event_remove(&exec_path);
	starts_free(calls);
	starts_free(stacks);
	starts_free(started);
	calls = stacks = started = NULL;
}

static const char *const exec_fields[] = {[FILE_NAME] = "filename", [OLD_TID] = "old_pid", NULL};
static const char *const fork_fields[] = {[CHILD] = "child_pid", NULL};
static const char *const enter_fields[] = {[FILE_NAME] = "__filename_val", NULL};
static const char *const exit_fields[] = {"ret", NULL};
static const struct ftrace_event events[] = {
	{exec_started.name, exec_started_fields, on_started, true, NULL},
	{exec_call.name, exec_call_fields, on_call_args, true, NULL},
	{exec_call_at.name, exec_call_fields, on_call_args, true, NULL},
	{exec_path.name, exec_path_fields, on_path, true, NULL},
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
	.texts = true,
	.open = open_ftrace,
	.start = start,
	.close = close_ftrace,
};
