// SPDX-License-Identifier: GPL-2.0-or-later
/* The BPF form of trace. */
#include "trace.h"

#include "base/clock.h"
#include "session/in_flight.h"
#include "session/tool.h"
#include "source/bpf/filter.h"
#include "source/bpf/kernel.h"
#include "source/bpf/losses.h"
#include "source/bpf/maps.h"
#include "source/bpf/object.h"
#include "source/bpf/stacks.h"
#include "source/bpf/tracepoints.h"
#include "event_text.h"
#include "events.h"
#include "faults.h"
#include "plans.h"
#include "rows.h"
#include "send.h"
#include "status.h"
#include "summary.h"
#include "tasks.h"
#include <ktally/stacks.h>

#include "trace.skel.h"
#include "waiting.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define LOOK_NS 100000000 /* between two looks for calls that wait */

static struct {
	struct trace_bpf *object;
	const volatile struct trace_slot *slots; /* mapped */
	uint64_t looked_ns;
	bool hashed;
} state;

/* ---- opening ---- */

static void choose_programs(struct session *s, struct trace_bpf *o)
{
	bool hashed = state.hashed, calls = !trace.calls_off, ends = calls || trace.signals;

	bpf_use_either(s, o->progs.sys_enter, o->progs.sys_enter_classic, calls && !hashed);
	bpf_use_either(s, o->progs.sys_exit, o->progs.sys_exit_classic, calls && !hashed);
	bpf_use_either(s, o->progs.thread_exit, o->progs.thread_exit_classic, ends && !hashed);
	bpf_use_either(s, o->progs.exec, o->progs.exec_classic, calls && !hashed);
	bpf_use(s, o->progs.sys_enter_hashed, calls && hashed);
	bpf_use(s, o->progs.sys_exit_hashed, calls && hashed);
	bpf_use(s, o->progs.thread_exit_hashed, ends && hashed);
	bpf_use(s, o->progs.exec_hashed, calls && hashed);
	bpf_use(s, o->progs.deliver, trace.signals);
	bpf_use(s, o->progs.generate, trace.signals);
	bpf_use(s, o->progs.minor_fault, trace.faults & FAULTS_MINOR);
	bpf_use(s, o->progs.major_fault, trace.faults & FAULTS_MAJOR);
	if (hashed || !calls)
		bpf_map__set_max_entries(o->maps.slots, 1);
	if (!trace.stacks)
		bpf_stacks_none(s);
	if (!trace.summary)
		bpf_map__set_max_entries(o->maps.summary, 1);
}

static int leave_out(struct session *s, struct trace_not_pids *to)
{
	int err = 0;

	to->n = trace.not_pids.n;
	for (uint32_t i = 0; i < to->n && !err; i++)
		err = bpf_pid(s, &to->pids[i], trace.not_pids.pids[i]);
	return err;
}

static int open_bpf(struct session *s)
{
	struct trace_bpf *o = bpf_open(s, trace_bpf);
	int err;

	if (!o)
		return -errno;
	tasks_keep_command(s->child_pid);
	memset(&state, 0, sizeof(state)); /* may be left of an object that was tried before */
	state.object = o;
	state.hashed = !bpf_has_cmpxchg();
	plans_fill((void *)&o->rodata->setup, (void *)o->rodata->plans);
	memcpy((void *)&o->rodata->search, &trace.search, sizeof(trace.search));
	o->rodata->with_descriptors = trace.descriptors;
	memcpy((void *)&o->rodata->errors, &trace.errors, sizeof(trace.errors));
	if (s->reads_processes) /* the process is asked for its functions, so it must still be there */
		o->rodata->events_wake = 0;
	o->rodata->filter.self = s->set->npids ? 0 : bpf_self();
	choose_programs(s, o);
	s->busy = trace.delay_ns != 0; /* the first look tells the programs when to begin */
	if (trace.calls_off)
		s->attach = trace.faults && !events_count() ? "perf_event" : "tracepoint";
	err = leave_out(s, (void *)&o->rodata->setup.not_pids);
	return err ? err : events_open(s);
}

/* ---- rows ---- */

static void on_row(struct session *s, const void *data, size_t size)
{
	static char copy[sizeof(struct trace_row) + 32768];
	const struct trace_row *row = data;

	if (size < sizeof(*row) || row->length > size - sizeof(*row))
		return;
	if (row->kind == TRACE_CALL && waiting_told(row) && size <= sizeof(copy)) {
		memcpy(copy, row, size);
		((struct trace_row *)(void *)copy)->kind = TRACE_RESUMED;
		row = (const void *)copy;
	}
	if (row->kind == TRACE_EVENT)
		row = event_row(row, events_of(row->call));
	else if (row->kind == TRACE_FAULT)
		row = fault_row(row);
	if (row)
		send_shown(s, row);
}

/* ---- calls that wait ---- */

static size_t count_slots(void)
{
	return bpf_map__max_entries(state.object->maps.slots);
}

/* The map exists only after the load, so the first reading maps it. */
static bool map_slots(void)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), size = count_slots() * sizeof(struct trace_slot);
	void *at;

	if (state.slots)
		return true;
	at = mmap(NULL, (size + page - 1) / page * page, PROT_READ, MAP_SHARED, bpf_map__fd(state.object->maps.slots), 0);
	if (at != MAP_FAILED)
		state.slots = at;
	return at != MAP_FAILED;
}

/* Of a thread that is just entering a call, the time is the last that changes. */
static bool read_slot(size_t i, struct trace_slot *to)
{
	const volatile struct trace_slot *slot = &state.slots[i];
	uint64_t start = slot->start;

	if (!start)
		return false;
	__sync_synchronize();
	*to = *slot;
	__sync_synchronize();
	return slot->start == start && to->start == start;
}

struct look {
	struct session *s;
	uint64_t now_ns;
};

static int look_at(const void *slot, void *look)
{
	const struct look *l = look;
	struct trace_row row;

	if (waiting_look(&row, slot, l->now_ns))
		send_shown(l->s, &row);
	return 0;
}

static void each_slot(int (*look)(const void *slot, void *arg), void *arg)
{
	struct trace_slot slot;

	for (size_t i = 0; map_slots() && i < count_slots(); i++)
		if (read_slot(i, &slot))
			look(&slot, arg);
}

static void poll_waiting(struct session *s)
{
	struct look look = {s, clock_ns()};

	if (look.now_ns < state.looked_ns + LOOK_NS || !trace.unfinished)
		return;
	state.looked_ns = look.now_ns;
	each_slot(look_at, &look);
	/* Where programs are classic ones, bpf() keeps the kernel from running them. */
	if (!bpf_prefers_classic())
		bpf_each_value(state.object->maps.slots_more, look_at, &look);
}

/* --delay: nothing is in a slot before the programs know when to begin. */
static void poll(struct session *s)
{
	if (trace.delay_ns && s->busy) {
		state.object->data->begin_ns = rows_begin_ns(s);
		s->busy = false;
	}
	poll_waiting(s);
}

/* --status detached */
static int show_detached(const void *slot, void *look)
{
	const struct look *l = look;
	struct trace_row row;

	if (!((const struct trace_slot *)slot)->start)
		return 0;
	row = waiting_row(slot, l->now_ns);
	row.flags = TRACE_DETACHED;
	send_shown(l->s, &row);
	return 0;
}

static void tell_detached(struct session *s)
{
	struct look look = {s, clock_ns()};

	each_slot(show_detached, &look);
	bpf_each_value(state.object->maps.slots_more, show_detached, &look);
}

static uint64_t start_of(const void *data)
{
	const struct trace_slot *slot = data;

	return slot->id ? slot->start : 0;
}

static int count_waiting(const void *slot, void *in_flight)
{
	in_flight_count(slot, in_flight);
	return 0;
}

static void losses(struct session *s, struct lost *lost)
{
	struct in_flight f = {start_of, clock_ns(), lost};

	(void)s;
	each_slot(count_waiting, &f);
	bpf_count_starts(state.object->maps.slots_more, count_waiting, &f);
	lost->missed += events_missed();
}

static int collect(struct session *s)
{
	const struct bpf_map *map = state.object->maps.summary;
	struct tally *totals;
	int err;

	if (s->view != VIEW_EVENTS) {
		tally_clear(s->totals);
		return bpf_read_tally(map, s->schema, s->totals);
	}
	if (s->ending && trace.rows && trace.statuses & STATUS_DETACHED)
		tell_detached(s);
	if (!trace.summary || !s->ending)
		return 0;
	totals = tally_new(&summary_schema);
	err = totals ? bpf_read_tally(map, &summary_schema, totals) : -ENOMEM;
	if (!err)
		summary_print(s, totals);
	tally_free(totals);
	return err;
}

static void close_bpf(struct session *s)
{
	(void)s;
	waiting_free();
	events_close();
}

/* What no program's section names */
static int attach_more(struct session *s)
{
	int err = events_attach(s);

	return err ? err : faults_attach(s);
}

const struct bpf_recipe trace_bpf_recipe = {
	.open = open_bpf,
	.attach_more = attach_more,
	.row = on_row,
	.poll = poll,
	.collect = collect,
	.losses = losses,
	.close = close_bpf,
};
