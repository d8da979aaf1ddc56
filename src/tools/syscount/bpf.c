// SPDX-License-Identifier: GPL-2.0-or-later
/* The BPF form of syscount: chooses programs and maps, and makes one table of the counts in three places. */
#include "base/clock.h"
#include "session/in_flight.h"
#include "session/tool.h"
#include "source/bpf/filter.h"
#include "source/bpf/kernel.h"
#include "source/bpf/losses.h"
#include "source/bpf/maps.h"
#include "source/bpf/object.h"
#include "source/bpf/tracepoints.h"
#include "syscount.h"
#include "syscount.skel.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static struct {
	struct syscount_bpf *object;
	struct tally *now;								/* what this reading found; the totals never fall below it */
	const volatile struct syscount_thread *threads; /* mapped */
	bool by_thread, hashed;
} state;

/* ---- opening ---- */

static uint32_t where(void)
{
	if (syscount.histogram || syscount.by_error)
		return SYSCOUNT_BY_KEY;
	if (!syscount.by_call)
		return SYSCOUNT_BY_THREAD;
	return syscount.by_pid || syscount.by_tid ? SYSCOUNT_BY_KEY : SYSCOUNT_BY_NUMBER;
}

static void set_options(struct syscount_bpf *o)
{
	o->rodata->where = where();
	o->rodata->by_comm = syscount.by_comm;
	o->rodata->by_pid = syscount.by_pid;
	o->rodata->by_tid = syscount.by_tid;
	o->rodata->by_call = syscount.by_call;
	o->rodata->by_error = syscount.by_error;
	o->rodata->latency = syscount.latency;
	o->rodata->histogram = syscount.histogram;
	o->rodata->failed_only = syscount.failed;
	o->rodata->only_error = syscount.error;
	if (where() != SYSCOUNT_BY_NUMBER || syscount.latency) /* to ask who calls costs as much as counting */
		o->rodata->self = bpf_self();
}

static void choose_programs(struct session *s, struct syscount_bpf *o)
{
	bool leaves = syscount.latency || syscount.failed, enters = syscount.latency || !syscount.failed;
	bool hashed = state.hashed;

	bpf_use_either(s, o->progs.sys_enter, o->progs.sys_enter_classic, enters && !hashed);
	bpf_use(s, o->progs.sys_enter_hashed, enters && hashed);
	bpf_use_either(s, o->progs.sys_exit, o->progs.sys_exit_classic, leaves && !hashed);
	bpf_use(s, o->progs.sys_exit_hashed, leaves && hashed);
	bpf_use_either(s, o->progs.thread_exit, o->progs.thread_exit_classic, state.by_thread);
	bpf_use_either(s, o->progs.exec, o->progs.exec_classic, state.by_thread && !hashed);
	bpf_use(s, o->progs.exec_hashed, state.by_thread && hashed);
}

static void set_sizes(struct syscount_bpf *o)
{
	if (!state.by_thread || state.hashed)
		bpf_map__set_max_entries(o->maps.threads, 1);
	if (!state.by_thread)
		bpf_map__set_max_entries(o->maps.threads_more, 1);
	if (!syscount.histogram)
		bpf_map__set_max_entries(o->maps.hists, 1);
	else
		bpf_map__set_max_entries(o->maps.keyed, 1);
}

static int open_bpf(struct session *s)
{
	struct syscount_bpf *o = bpf_open(s, syscount_bpf);

	if (!o)
		return -errno;
	state.object = o;
	state.threads = NULL; /* may be left of an object that was tried before */
	state.by_thread = syscount.latency || where() == SYSCOUNT_BY_THREAD;
	state.hashed = !bpf_has_cmpxchg();
	tally_free(state.now);
	state.now = tally_new(s->schema);
	if (!state.now)
		return cannot(s, -ENOMEM, "out of memory");
	set_options(o);
	choose_programs(s, o);
	set_sizes(o);
	return 0;
}

static size_t mapped_size(void)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	return (bpf_map__max_entries(state.object->maps.threads) * sizeof(struct syscount_thread) + page - 1) / page * page;
}

/* The map exists only after the load, so the first reading maps it. */
static int map_threads(void)
{
	void *at;

	if (state.threads || !state.by_thread)
		return 0;
	at = mmap(NULL, mapped_size(), PROT_READ, MAP_SHARED, bpf_map__fd(state.object->maps.threads), 0);
	if (at == MAP_FAILED)
		return -errno;
	state.threads = at;
	return 0;
}

/* ---- reading ---- */

/* Before 5.17 the end of an earlier, longer name may stand behind the NUL. */
static void end_name(char *comm)
{
	size_t length = strnlen(comm, TASK_COMM);

	memset(comm + length, 0, TASK_COMM - length);
}

static int add(const struct syscount_key *key, const struct syscount_stat *stat)
{
	struct syscount_row row = {*key, *stat};

	end_name(row.key.comm);
	return tally_merge(state.now, &row);
}

static int read_keyed(const struct session *s)
{
	struct tally *raw = tally_new(s->schema);
	int err = raw ? bpf_read_tally(state.object->maps.keyed, s->schema, raw) : -ENOMEM;
	const void **rows = err ? NULL : tally_sorted(raw, s->schema->compare);

	for (size_t i = 0; rows && i < tally_count(raw) && !err; i++) {
		const struct syscount_row *row = rows[i];

		err = add(&row->key, &row->stat);
	}
	free(rows);
	tally_free(raw);
	return err;
}

static int read_calls(void)
{
	int cpus = libbpf_num_possible_cpus(), fd = bpf_map__fd(state.object->maps.calls), err;
	struct syscount_calls *all = cpus > 0 ? calloc((size_t)cpus, sizeof(*all)) : NULL;
	uint32_t zero = 0;

	if (!all)
		return -ENOMEM;
	err = bpf_map_lookup_elem(fd, &zero, all);
	for (int i = 0; i < cpus * 2 * SYSCOUNT_NUMBERS && !err; i++) {
		uint32_t slot = (uint32_t)i % (2 * SYSCOUNT_NUMBERS);
		struct syscount_key key = {.call = slot};
		const struct syscount_stat *stat = &all[i / (2 * SYSCOUNT_NUMBERS)].stats[slot];

		if (slot >= SYSCOUNT_NUMBERS)
			key.call = (slot - SYSCOUNT_NUMBERS) | SYSCOUNT_32BIT;
		if (stat->count)
			err = add(&key, stat);
	}
	free(all);
	return err;
}

static int add_thread(const void *thread, void *unused)
{
	const struct syscount_thread *t = thread;
	struct syscount_key key = {.pid = syscount.by_pid ? (uint32_t)(t->id >> 32) : 0,
							   .tid = syscount.by_tid ? (uint32_t)t->id : 0};
	struct syscount_stat stat = {.count = t->stat.count - t->folded.count, .max_ns = t->stat.max_ns};

	stat.total_ns = t->stat.total_ns - t->folded.total_ns;
	(void)unused;
	if ((int64_t)stat.count <= 0 || (int64_t)stat.total_ns < 0)
		return 0; /* the thread is just giving its counts away */
	memcpy(key.comm, t->comm, sizeof(key.comm));
	return add(&key, &stat);
}

/* A slot that changes its owner or name during the copy is left for the next reading. */
static int read_slots(void)
{
	size_t n = bpf_map__max_entries(state.object->maps.threads);
	int err = 0;

	for (size_t i = 0; i < n && !err; i++) {
		const volatile struct syscount_thread *slot = &state.threads[i];
		struct syscount_thread before, t, after;

		if (!slot->id)
			continue;
		before = *slot;
		__sync_synchronize();
		t = *slot;
		__sync_synchronize();
		after = *slot;
		if (before.id == after.id && !memcmp(before.comm, after.comm, sizeof(t.comm)))
			err = add_thread(&t, NULL);
	}
	return err;
}

/*
 * The counts of a thread that gives them away are for a moment in neither place, so a reading may be lower than the one
 * before. The totals only grow.
 */
static int raise_totals(struct session *s)
{
	const void **rows = tally_sorted(state.now, s->schema->compare);
	size_t n = tally_count(state.now);
	int err = 0;

	for (size_t i = 0; rows && i < n && !err; i++) {
		const struct syscount_row *from = rows[i];
		struct syscount_row *to = tally_row(s->totals, from);

		err = to ? 0 : -ENOMEM;
		if (to && from->stat.count > to->stat.count)
			to->stat.count = from->stat.count;
		if (to && from->stat.total_ns > to->stat.total_ns)
			to->stat.total_ns = from->stat.total_ns;
		if (to && from->stat.max_ns > to->stat.max_ns)
			to->stat.max_ns = from->stat.max_ns;
	}
	free(rows);
	return err;
}

static int collect(struct session *s)
{
	int err;

	if (syscount.histogram) {
		tally_clear(s->totals);
		return bpf_read_tally(state.object->maps.hists, s->schema, s->totals);
	}
	tally_clear(state.now);
	err = map_threads();
	if (!err)
		err = read_keyed(s);
	if (!err && where() == SYSCOUNT_BY_NUMBER)
		err = read_calls();
	if (!err && where() == SYSCOUNT_BY_THREAD)
		err = read_slots();
	if (!err && where() == SYSCOUNT_BY_THREAD)
		err = bpf_each_value(state.object->maps.threads_more, add_thread, NULL);
	return err ? err : raise_totals(s);
}

/* ---- calls that have not returned ---- */

static uint64_t start_of(const void *data)
{
	const struct syscount_thread *t = data;

	return t->id ? t->start : 0;
}

static int count_waiting(const void *thread, void *in_flight)
{
	in_flight_count(thread, in_flight);
	return 0;
}

static void losses(struct session *s, struct lost *lost)
{
	struct in_flight f = {start_of, clock_ns(), lost};
	size_t n = bpf_map__max_entries(state.object->maps.threads);

	(void)s;
	if (!syscount.latency || map_threads())
		return;
	for (size_t i = 0; i < n; i++) {
		struct syscount_thread t;

		if (!state.threads[i].id) /* most are free, and each is two cache lines */
			continue;
		t = state.threads[i];
		count_waiting(&t, &f);
	}
	bpf_count_starts(state.object->maps.threads_more, count_waiting, &f);
}

const struct bpf_recipe syscount_bpf_recipe = {.open = open_bpf, .collect = collect, .losses = losses};
