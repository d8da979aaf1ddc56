// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The ftrace form of trace: records of raw_syscalls, joined by thread. They have numbers and results; paths and other
 * texts come from more events (ftrace_texts.h), and what else the program's memory has stays a pointer. Whose number a
 * call's is they do not say: those of 32-bit programs get the names of 64-bit calls.
 */
#include "base/clock.h"
#include "session/in_flight.h"
#include "session/tool.h"
#include "source/ftrace/ftrace.h"
#include "source/ftrace/stream.h"
#include "endings.h"
#include "events.h"
#include "ftrace_texts.h"
#include "number_filter.h"
#include "send.h"
#include "status.h"
#include "tasks.h"
#include "threads.h"
#include "trace.h"
#include "waiting.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>

#define ENTER "raw_syscalls/sys_enter"
#define EXIT "raw_syscalls/sys_exit"
#define ENDS "sched/sched_process_exit"
#define EXECS "sched/sched_process_exec"
#define DELIVERED "signal/signal_deliver"
#define GENERATED "signal/signal_generate"

#define LOOK_NS 100000000 /* between two looks for calls that wait */
#define FIXED_EVENTS 6
#define TEXT_EVENTS 80
#define FILTER 4000 /* the kernel takes less than a page */

/* ---- rows ---- */

static void set_task(struct trace_row *row, const struct task *task)
{
	row->pid = task->tgid;
	row->tid = task->tid;
	memcpy(row->comm, task->comm, sizeof(row->comm));
}

/* Static memory */
static struct trace_row *row_of(const struct record *r, const struct task *task, uint8_t kind)
{
	static union {
		struct trace_row row;
		char bytes[sizeof(struct trace_row) + THREAD_PIECES];
	} room;

	room.row = (struct trace_row){.time_ns = r->time_ns, .kind = kind, .cpu = (uint16_t)r->cpu};
	set_task(&room.row, task);
	return &room.row;
}

/* The call that a thread is in, or was in until now */
static struct trace_row *call_of_thread(const struct record *r, const struct thread *t, uint8_t kind)
{
	struct trace_row *row = row_of(r, record_task(r), kind);

	row->call = t->slot.call;
	row->time_ns = t->slot.start;
	memcpy(row->args, t->slot.args, sizeof(row->args));
	row->length = t->length;
	if (t->length)
		memcpy(row->pieces, t->pieces, t->length);
	return row;
}

static void send_call(struct session *s, const struct thread *t, struct trace_row *row)
{
	if (!trace.path || t->slot.found)
		send_row(s, row);
}

/* ---- calls ---- */

enum { ID, ARGUMENTS, RESULT = ARGUMENTS };

/* exit() ends a thread, exit_group() all of them. Whoever is first says how. */
static void end_by_call(struct thread *t, bool group)
{
	if (!group) {
		t->exits = true;
		t->own_code = (int64_t)(t->slot.args[0] & 0xff) << 8;
	} else {
		endings_end(t->slot.id >> 32, (int64_t)(t->slot.args[0] & 0xff) << 8);
	}
}

static void begin(struct thread *t, const struct record *r)
{
	const struct task *task = record_task(r);

	thread_forget_texts(t);
	t->slot.id = (uint64_t)task->tgid << 32 | r->tid;
	t->slot.start = r->time_ns;
	t->slot.call = (uint32_t)record_int(r, ID);
	t->slot.found = 0;
	memcpy(t->slot.comm, task->comm, sizeof(t->slot.comm));
	record_bytes(r, ARGUMENTS, t->slot.args, sizeof(t->slot.args));
}

static void on_enter(struct session *s, const struct record *r)
{
	bool wanted = record_wanted(r, -1);
	struct thread *t = wanted ? threads_get(r->tid) : NULL;
	uint32_t number;

	if (!t) {
		s->lost.map_full += wanted;
		return;
	}
	begin(t, r);
	number = t->slot.call & ~SYSCOUNT_NOBODYS;
	if (number != SYS_exit && number != SYS_exit_group)
		return;
	send_call(s, t, call_of_thread(r, t, TRACE_NO_RETURN));
	end_by_call(t, number == SYS_exit_group);
	t->slot.start = 0;
}

/* -1: rt_sigreturn has brought back the registers of what the signal interrupted. */
static bool is_end_of(const struct record *r, const struct thread *t)
{
	uint32_t number = (uint32_t)record_int(r, ID);

	return t->slot.start && (number == (uint32_t)-1 || number == t->slot.call);
}

/*
 * A return without an entry: seccomp answered the call, whose arguments nobody tells, or the record of its entry was
 * dropped. A thread that never entered one was in it before the run, or is fork() returning in the child.
 */
static void on_exit_call(struct session *s, const struct record *r)
{
	struct thread *t = threads_find(r->tid);
	struct trace_row *row;

	if (!t)
		return;
	if (!is_end_of(r, t)) {
		s->lost.unmatched++;
		t->slot.start = 0;
		return;
	}
	row = call_of_thread(r, t, TRACE_CALL);
	row->ret = record_int(r, RESULT);
	row->latency_ns = r->time_ns - t->slot.start;
	if (waiting_told(row))
		row->kind = TRACE_RESUMED;
	t->slot.start = 0;
	send_call(s, t, row);
}

/* ---- threads ---- */

/* Not of every thread is known how it ended. */
static void tell_end(struct session *s, const struct record *r, const struct thread *t)
{
	struct trace_row *row = row_of(r, record_task(r), TRACE_EXIT);
	const struct ending *process = endings_find(row->pid);

	if (process && process->ends)
		row->ret = process->code;
	else if (t && t->exits)
		row->ret = t->own_code;
	else
		row->flags |= TRACE_NO_ENTRY;
	send_row(s, row);
}

static void on_end(struct session *s, const struct record *r)
{
	struct thread *t = threads_find(r->tid);
	struct trace_row *row;

	if (t && t->slot.start) {
		row = call_of_thread(r, t, TRACE_UNFINISHED);
		row->latency_ns = r->time_ns - t->slot.start;
		row->flags |= TRACE_ENDED;
		send_call(s, t, row);
	}
	if (trace.signals && record_wanted(r, -1))
		tell_end(s, r, t);
	threads_remove(r->tid);
	endings_left(r->tid);
}

enum { EXEC_TID, EXEC_OLD };

static void on_exec(struct session *s, const struct record *r)
{
	(void)s;
	threads_renumber((uint32_t)record_int(r, EXEC_TID), (uint32_t)record_int(r, EXEC_OLD));
}

/* ---- signals ---- */

enum { SIGNAL_NUMBER, SIGNAL_HANDLER, SIGNAL_FLAGS };

/* What ends a process if nobody handles it */
static bool kills(unsigned signal)
{
	return signal != SIGCHLD && signal != SIGURG && signal != SIGWINCH && signal != SIGCONT && signal != SIGSTOP &&
		   signal != SIGTSTP && signal != SIGTTIN && signal != SIGTTOU;
}

static void send_signal(struct session *s, const struct record *r, const struct task *to, unsigned signal)
{
	struct trace_row *row = row_of(r, to, TRACE_SIGNAL);

	row->ret = signal;
	send_row(s, row);
}

/* SIGKILL is delivered to all threads of a process that ends, whatever ends it: what was sent to it last, or nothing */
static unsigned delivered(const struct record *r, uint32_t pid)
{
	const struct ending *e = endings_find(pid);
	unsigned signal = (unsigned)record_int(r, SIGNAL_NUMBER), sent = e ? e->sent : 0;

	if (signal == SIGKILL || sent == signal)
		endings_sent(pid, 0);
	return signal == SIGKILL ? sent : signal;
}

static bool is_ending(uint32_t pid)
{
	const struct ending *e = endings_find(pid);

	return e && e->ends;
}

static void on_delivered(struct session *s, const struct record *r)
{
	const struct task *task = record_task(r);
	unsigned signal = delivered(r, task->tgid);

	if (!signal || is_ending(task->tgid) || !record_wanted(r, -1))
		return;
	if (!record_int(r, SIGNAL_HANDLER) && kills(signal))
		endings_end(task->tgid, signal);
	send_signal(s, r, task, signal);
}

enum { GENERATED_NUMBER, GENERATED_TID, GENERATED_RESULT };
#define SIGNAL_DELIVERED 0 /* TRACE_SIGNAL_DELIVERED: it will be */
#define SIGNAL_IGNORED 1   /* TRACE_SIGNAL_IGNORED: or the process is ending anyhow */

/* One that is ignored is never delivered; strace shows it. SIGKILL is shown where it is sent, as the BPF form does. */
static void on_generated(struct session *s, const struct record *r)
{
	const struct task *to = record_other(r, (uint32_t)record_int(r, GENERATED_TID));
	unsigned signal = (unsigned)record_int(r, GENERATED_NUMBER);
	int64_t result = record_int(r, GENERATED_RESULT);

	if (is_ending(to->tgid) || !record_wanted_other(r, to->tid))
		return;
	if (result == SIGNAL_DELIVERED && signal != SIGKILL && kills(signal))
		endings_sent(to->tgid, signal);
	if (result != (signal == SIGKILL ? SIGNAL_DELIVERED : SIGNAL_IGNORED))
		return;
	send_signal(s, r, to, signal);
	if (signal == SIGKILL)
		endings_end(to->tgid, signal);
}

static bool wants_signals(struct session *s)
{
	(void)s;
	return trace.signals && trace.rows;
}

/* ---- calls that wait ---- */

struct look {
	struct session *s;
	uint64_t now_ns;
};

static void look_at(struct thread *t, void *look)
{
	const struct look *l = look;
	struct trace_row row;

	if (waiting_look(&row, &t->slot, l->now_ns))
		send_row(l->s, &row);
}

static void poll_waiting(struct session *s)
{
	static uint64_t looked_ns;
	struct look look = {s, clock_ns()};

	if (!trace.unfinished || look.now_ns < looked_ns + LOOK_NS)
		return;
	looked_ns = look.now_ns;
	threads_each(look_at, &look);
}

/* --status detached */
static void tell_detached(struct thread *t, void *look)
{
	const struct look *l = look;
	struct trace_row row;

	if (!t->slot.start)
		return;
	row = waiting_row(&t->slot, l->now_ns);
	row.flags = TRACE_DETACHED;
	send_call(l->s, t, &row);
}

static uint64_t start_of(const void *thread)
{
	return ((const struct thread *)thread)->slot.start;
}

static void count_waiting(struct thread *t, void *in_flight)
{
	in_flight_count(t, in_flight);
}

static void losses(struct session *s, struct lost *lost)
{
	struct in_flight f = {start_of, s->dat ? s->replay_ns : clock_ns(), lost};

	threads_each(count_waiting, &f);
	if (ftrace_texts_used())
		lost->untold = FTRACE_UNTOLD_TEXTS;
}

/* ---- recipe ---- */

static int refuse(struct session *s)
{
	if (trace.calls_off || events_count() || trace.faults)
		return cannot(s, -ENOTSUP, "the ftrace form of trace has calls alone; ktally tpoint traces events");
	if (trace.descriptors)
		return cannot(s, -ENOTSUP, "--decode-fds needs BPF: ftrace does not know what descriptors are");
	if (trace.stacks)
		return cannot(s, -ENOTSUP, "--stack needs BPF: ftrace's form of trace has no stacks");
	return 0;
}

static int filter(struct session *s, const char *event, bool returns)
{
	char text[FILTER + 100], numbers[FILTER], ends[80] = "";

	number_filter(numbers, sizeof(numbers), &trace.calls, returns);
	if (trace.signals && !returns) /* they say how processes end, wanted as rows or not */
		snprintf(ends, sizeof(ends), "id == %u || id == %u || ", SYS_exit, SYS_exit_group);
	snprintf(text, sizeof(text), "%s", ftrace_not_self(false));
	if (*numbers)
		snprintf(text + strlen(text), sizeof(text) - strlen(text), " && (%s%s)", ends, numbers);
	return ftrace_filter(s, event, text);
}

static int start(struct session *s)
{
	int err = filter(s, ENTER, false);

	if (!err)
		err = filter(s, EXIT, true);
	return err ? err : ftrace_texts_start(s);
}

static int collect(struct session *s)
{
	struct look look = {s, s->dat ? s->replay_ns : clock_ns()};

	if (s->ending && trace.rows && trace.statuses & STATUS_DETACHED)
		threads_each(tell_detached, &look);
	if (s->ending)
		send_end(s);
	return 0;
}

static void close_ftrace(struct session *s)
{
	(void)s;
	ftrace_texts_close();
	threads_free();
	endings_free();
	waiting_free();
}

static const char *const enter_fields[] = {[ID] = "id", [ARGUMENTS] = "args", NULL};
static const char *const exit_fields[] = {[ID] = "id", [RESULT] = "ret", NULL};
static const char *const exec_fields[] = {[EXEC_TID] = "pid", [EXEC_OLD] = "old_pid", NULL};
static const char *const delivered_fields[] = {[SIGNAL_NUMBER] = "sig", [SIGNAL_HANDLER] = "sa_handler", NULL};
static const char *const generated_fields[] = {
	[GENERATED_NUMBER] = "sig", [GENERATED_TID] = "pid", [GENERATED_RESULT] = "result", NULL};
static const char *const no_fields[] = {NULL};

/* raw_syscalls before the events of calls: records of one entry come in this order. */
static struct ftrace_event events[FIXED_EVENTS + TEXT_EVENTS] = {
	{ENTER, enter_fields, on_enter, false, NULL},
	{EXIT, exit_fields, on_exit_call, false, NULL},
	{ENDS, no_fields, on_end, false, NULL},
	{EXECS, exec_fields, on_exec, false, NULL},
	{DELIVERED, delivered_fields, on_delivered, false, wants_signals},
	{GENERATED, generated_fields, on_generated, false, wants_signals},
};

static int open_ftrace(struct session *s)
{
	int err = refuse(s);

	tasks_keep_command(s->child_pid);
	return err ? err : ftrace_texts_open(s, events + FIXED_EVENTS, TEXT_EVENTS - 1);
}

const struct ftrace_recipe trace_ftrace_recipe = {
	.events = events,
	.names_tasks = true,
	.reads_more = true, /* rows say who made which call in which process, and how it ended */
	.open = open_ftrace,
	.start = start,
	.poll = poll_waiting,
	.collect = collect,
	.losses = losses,
	.close = close_ftrace,
};
