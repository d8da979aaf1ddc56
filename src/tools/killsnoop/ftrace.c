// SPDX-License-Identifier: GPL-2.0-or-later
/* The ftrace form of killsnoop: the calls' own events, joined by thread. They have no user id. */
#include "base/starts.h"
#include "session/tool.h"
#include "source/ftrace/stream.h"
#include "killsnoop.h"

#include <errno.h>
#include <string.h>

static struct starts *calls; /* by thread */

static struct start_key key_of(const struct record *r)
{
	return (struct start_key){r->tid, 0};
}

static void fill_sender(struct kill_row *row, const struct record *r)
{
	const struct task *task = record_task(r);

	row->time_ns = r->time_ns;
	row->pid = task->tgid;
	row->tid = r->tid;
	memcpy(row->comm, task->comm, sizeof(row->comm));
}

enum { TARGET, SIGNAL }; /* fields of every sys_enter event here */

static bool target_wanted(int target)
{
	return !killsnoop.target || (uint64_t)target == killsnoop.target;
}

static void on_enter(struct session *s, const struct record *r)
{
	struct kill_row *row, old;
	bool by_descriptor = !record_has(r, TARGET);
	int target = (int)record_int(r, TARGET);

	if ((!by_descriptor && !target_wanted(target)) || !record_wanted(r, -1))
		return;
	starts_take(calls, key_of(r), &old); /* its exit was lost */
	row = starts_add(calls, key_of(r));
	if (!row) {
		s->lost.map_full++;
		return;
	}
	fill_sender(row, r);
	row->target = target;
	row->by_descriptor = by_descriptor;
	row->signal = (uint32_t)record_int(r, SIGNAL);
}

static void on_exit_call(struct session *s, const struct record *r)
{
	struct kill_row row;

	if (!starts_take(calls, key_of(r), &row))
		return;
	row.time_ns = r->time_ns;
	row.result = (int)record_int(r, 0);
	if ((!killsnoop.failed || row.result < 0) && target_wanted(row.target))
		session_event(s, &row);
}

enum { GEN_SIGNAL, GEN_CODE, GEN_COMM, GEN_PID, GEN_RESULT };

static void kernel_signal(struct session *s, const struct record *r)
{
	struct kill_row row = {.signal = (uint32_t)record_int(r, GEN_SIGNAL), .target = (int)record_int(r, GEN_PID)};

	if (killsnoop.target && (uint64_t)row.target != killsnoop.target)
		return;
	if (record_int(r, GEN_CODE) <= 0 || !record_wanted(r, -1))
		return;
	fill_sender(&row, r);
	row.result = (int)record_int(r, GEN_RESULT);
	record_copy(r, GEN_COMM, row.target_comm, sizeof(row.target_comm));
	session_event(s, &row);
}

/* Inside a call this event names the process that the signal reached. */
static void on_generate(struct session *s, const struct record *r)
{
	struct kill_row *row = starts_find(calls, key_of(r), NULL);

	if (killsnoop.kernel) {
		kernel_signal(s, r);
		return;
	}
	if (!row || row->signal != (uint32_t)record_int(r, GEN_SIGNAL))
		return;
	record_copy(r, GEN_COMM, row->target_comm, sizeof(row->target_comm));
	if (row->by_descriptor)
		row->target = (int)record_int(r, GEN_PID);
}

static bool wants_calls(struct session *s)
{
	(void)s;
	return !killsnoop.kernel;
}

static int start(struct session *s)
{
	calls = starts_new(sizeof(struct kill_row));
	return calls ? 0 : cannot(s, -ENOMEM, "out of memory");
}

static void close_ftrace(struct session *s)
{
	(void)s;
	starts_free(calls);
	calls = NULL;
}

static const char *const kill_fields[] = {[TARGET] = "pid", [SIGNAL] = "sig", NULL};
static const char *const pidfd_fields[] = {[TARGET] = "no such field: a descriptor", [SIGNAL] = "sig", NULL};
static const char *const exit_fields[] = {"ret", NULL};
static const char *const generate_fields[] = {
	[GEN_SIGNAL] = "sig", [GEN_CODE] = "code", [GEN_COMM] = "comm", [GEN_PID] = "pid", [GEN_RESULT] = "result", NULL};
#define CALL(name, fields, optional)                                                \
	{"syscalls/sys_enter_" name, fields, on_enter, optional, wants_calls},          \
	{                                                                               \
		"syscalls/sys_exit_" name, exit_fields, on_exit_call, optional, wants_calls \
	}

/* The two calls of sigqueue are optional: old recordings do not have their events. */
static const struct ftrace_event events[] = {
	CALL("kill", kill_fields, false),
	CALL("tkill", kill_fields, false),
	CALL("tgkill", kill_fields, false),
	CALL("rt_sigqueueinfo", kill_fields, true),
	CALL("rt_tgsigqueueinfo", kill_fields, true),
	CALL("pidfd_send_signal", pidfd_fields, false),
	{"signal/signal_generate", generate_fields, on_generate, false, NULL},
	{0},
};

const struct ftrace_recipe killsnoop_ftrace = {
	.events = events,
	.names_tasks = true,
	.start = start,
	.close = close_ftrace,
};
