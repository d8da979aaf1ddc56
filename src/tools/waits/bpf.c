// SPDX-License-Identifier: GPL-2.0-or-later
/* The BPF form of the tools of waits: which programs, and the two walks over all threads, at the start and at the end.
 */
#include "base/clock.h"
#include "base/log.h"
#include "session/in_flight.h"
#include "base/stack_store.h"
#include "source/bpf/filter.h"
#include "source/bpf/kernel.h"
#include "source/bpf/losses.h"
#include "source/bpf/maps.h"
#include "source/bpf/object.h"
#include "sys/kernel_btf.h"
#include "waits.h"
#include "waits.skel.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static struct bpf_link *ends; /* to walk over those who still wait, when all others are detached */
static bool walked;

/* ---- which programs ---- */

/* A function with a type, and no compiler's suffix. It is better than a probe, which the kernel skips now and then. */
static bool has_typed(void)
{
	int id = kernel_btf_find("finish_task_switch", BTF_KIND_FUNC);

	return id > 0 && bpf_has_trampoline((__u32)id, BPF_TRACE_FENTRY);
}

/* Where a thread runs again: a tracepoint since 6.16, else a function, else nothing */
static void choose_end(struct session *s, struct waits_bpf *o, bool has_tracepoint)
{
	bool typed = !has_tracepoint && has_typed(), probed = !has_tracepoint && !typed && bpf_may_kprobe();
	struct waits_setup *setup = (struct waits_setup *)&o->rodata->setup;

	setup->at_switch_out = !has_tracepoint && !typed && !probed;
	bpf_use(s, o->progs.running_again, has_tracepoint);
	bpf_use(s, o->progs.running_again_typed, typed);
	bpf_use(s, o->progs.running_again_probed, probed);
	bpf_use(s, o->progs.switched_to, setup->at_switch_out);
	if (typed)
		bpf_program__set_attach_target(o->progs.running_again_typed, 0, "finish_task_switch");
}

static int choose_programs(struct session *s, struct waits_bpf *o)
{
	struct wanted_tracepoint points[] = {{"sched_exit_tp", 0}, {"sched_switch", 0}};
	struct waits_setup *setup = (struct waits_setup *)&o->rodata->setup;
	int err = bpf_tracepoints(s, points, 2);

	if (err)
		return err;
	setup->tells_state = points[1].arguments >= 4;
	if (waits_mode != WAITS_WAKEUP)
		choose_end(s, o, points[0].arguments >= 0);
	bpf_use(s, o->progs.waking, waits_mode != WAITS_OFFCPU);
	bpf_use(s, o->progs.seed, true);
	bpf_use(s, o->progs.still_waiting, waits.waiting);
	return 0;
}

static int open_bpf(struct session *s)
{
	struct waits_bpf *o = bpf_open(s, waits_bpf);
	struct waits_setup *setup;
	int err = o ? stacks_open(s) : -errno;

	if (err)
		return err;
	setup = (struct waits_setup *)&o->rodata->setup;
	*setup = (struct waits_setup){
		.mode = waits_mode,
		.states = waits.states,
		.min_ns = waits.min_ns,
		.max_ns = waits.max_ns,
		.running = waits.running && waits_mode == WAITS_OFFCPU,
		.rows = s->set->timeline != NULL,
		.hashed = !bpf_has_cmpxchg(),
	};
	o->rodata->filter.self = s->set->npids ? 0 : bpf_self();
	return choose_programs(s, o);
}

/* ---- attaching ---- */

/* gcc gives the function another name when it changes its arguments (-fipa-sra). */
static int attach_function(struct session *s, struct bpf_program *program)
{
	static const char *const names[] = {"finish_task_switch", "finish_task_switch.isra.0",
										"finish_task_switch.constprop.0"};
	struct bpf_link *link = NULL;

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]) && !link; i++)
		link = bpf_program__attach_kprobe(program, false, names[i]);
	s->attach = "kprobe";
	return link ? bpf_keep_link(s, link)
				: cannot(s, -errno, "cannot probe finish_task_switch(), where threads run again: %s", strerror(errno));
}

/* Walks over all threads with an iterator's program, which writes nothing. 0 or -errno */
static int walk(const struct bpf_link *link)
{
	int fd = link ? bpf_iter_create(bpf_link__fd(link)) : -ENOENT, err = 0;
	char unused[64];

	if (fd < 0)
		return fd;
	if (read(fd, unused, sizeof(unused)) < 0)
		err = -errno;
	close(fd);
	return err;
}

/* After the others: a thread that goes to sleep meanwhile is known already. */
static int walk_seeds(struct session *s, struct waits_bpf *o)
{
	struct bpf_link *link = bpf_program__attach_iter(o->progs.seed, NULL);
	int err = link ? 0 : -errno;

	o->bss->begun_ns = clock_ns();
	if (!err)
		err = walk(link);
	bpf_link__destroy(link);
	return err ? cannot(s, err, "cannot walk over all threads: %s", strerror(-err)) : 0;
}

static int attach_bpf(struct session *s)
{
	struct waits_bpf *o = bpf_skeleton_of(s);
	struct bpf_program *const typed[] = {o->progs.running_again, o->progs.running_again_typed, o->progs.switched_to,
										 o->progs.waking, o->progs.switched_out};
	int err = 0;

	walked = false;
	for (size_t i = 0; i < sizeof(typed) / sizeof(typed[0]) && !err; i++) {
		struct bpf_link *link = bpf_program__autoload(typed[i]) ? bpf_program__attach(typed[i]) : NULL;

		if (bpf_program__autoload(typed[i]))
			err = link ? bpf_keep_link(s, link) : -errno;
	}
	if (!err && bpf_program__autoload(o->progs.running_again_probed))
		err = attach_function(s, o->progs.running_again_probed);
	if (!err && waits.waiting) {
		ends = bpf_program__attach_iter(o->progs.still_waiting, NULL);
		err = ends ? 0 : -errno;
	}
	return err ? err : walk_seeds(s, o);
}

/* ---- the end ---- */

/* Once, when nothing is counted any more: what still waits has waited until then. */
static int count_waiting(struct session *s)
{
	struct waits_bpf *o = bpf_skeleton_of(s);

	if (!waits.waiting || !s->ending || walked)
		return 0;
	walked = true;
	o->bss->ended_ns = s->tick_ns;
	return walk(ends);
}

static int collect(struct session *s)
{
	int err = count_waiting(s);

	if (err)
		return err;
	tally_clear(s->totals);
	return bpf_read_tally(bpf_map_of(s, "tally"), s->schema, s->totals);
}

static uint64_t wait_time(const void *data)
{
	const struct wait *w = data;

	return !w->state && !waits.running ? 0 : w->since_ns;
}

static void losses(struct session *s, struct lost *lost)
{
	if (!waits.waiting)
		bpf_in_flight(s, wait_time, lost);
	lost->missed += bpf_links_missed(s);
}

static void close_bpf(struct session *s)
{
	(void)s;
	bpf_link__destroy(ends);
	ends = NULL;
	waits_rows_free();
}

static void rename_stacks(struct session *s, void *key)
{
	struct waits_key *k = key;

	stacks_rename(s, &k->task);
	k->other.kernel = stack_store_hash(k->other.kernel);
	k->other.user = stack_store_hash(k->other.user);
}

const struct bpf_recipe waits_bpf = {
	.open = open_bpf,
	.attach = attach_bpf,
	.row = waits_row,
	.poll = waits_rows_known,
	.collect = collect,
	.rename = rename_stacks,
	.losses = losses,
	.close = close_bpf,
};
