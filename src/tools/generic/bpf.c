// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The BPF form: chooses the program of bpf/probe.bpf.c and the way to attach it. fentry is the best way to a function,
 * then one link for many functions, then a kprobe. Only a kprobe shows registers and places inside a function.
 */
#include "base/log.h"
#include "base/stack_store.h"
#include "probe/fields.h"
#include "source/bpf/attach_many.h"
#include "source/bpf/kernel.h"
#include "source/bpf/losses.h"
#include "source/bpf/maps.h"
#include "source/bpf/object.h"
#include "source/bpf/stacks.h"
#include "probe/needs.h"
#include "source/bpf/fentry.h"
#include "source/bpf/filter.h"
#include "source/bpf/function_attach.h"
#include "source/bpf/pids.h"
#include "sys/privileges.h"
#include "sys/tracefs.h"
#include "bpf_places.h"
#include "bpf_user.h"
#include "generic.h"
#include "plan.h"
#include "tracepoints.h"

#include <errno.h>
#include <ktally/stacks.h>
#include <string.h>

#include "probe.skel.h"

enum way { BY_TRACEPOINT, BY_FUNCTION, BY_MULTI, BY_KPROBE, BY_UPROBE };

static struct {
	enum way way;
	/* begin: runs at the entry, for --latency and for returns of user functions; NULL: there is none */
	struct bpf_program *program, *begin;
} chosen;

static bool takes_arguments_at_return(const struct probe *p)
{
	return p->is_return && generic_takes(p, FROM_ARGUMENT);
}

/* Not at a return that needs arguments, which only fexit has, nor under lockdown=confidentiality, where a kprobe must
 * not read the memory that registers point to */
static bool multi_is_better(const struct probe *p)
{
	return !takes_arguments_at_return(p) && lockdown_mode() != LOCKDOWN_CONFIDENTIALITY && bpf_multi_misses_nothing();
}

static int choose_way(struct session *s, const struct probe *p, unsigned *nargs)
{
	if (p->target == TARGET_TRACEPOINT && !generic_of(s)->each && tracefs_event_is_dynamic(p->symbol, p->name))
		return cannot(s, -ENOTSUP, "%s:%s was made at run time: the kernel runs no BPF program there", p->symbol,
					  p->name);
	if (p->target == TARGET_TRACEPOINT)
		return BY_TRACEPOINT;
	if (p->target == TARGET_USER)
		return BY_UPROBE;
	if (p->places.list)
		return bpf_has_kprobe() ? BY_KPROBE
								: cannot(s, -ENOTSUP, "this kernel has no kprobes for BPF (CONFIG_KPROBE_EVENTS)");
	if (p->found.n == 1 && !p->offset && !generic_takes(p, FROM_REGISTER) &&
		fentry_target(p->found.list[0].name, nargs))
		return multi_is_better(p) ? BY_MULTI : BY_FUNCTION;
	if (takes_arguments_at_return(p))
		return cannot(s, -ENOTSUP, "arguments at a return need fexit, which this kernel has not for %s", p->symbol);
	if (p->found.n > 1 && !p->offset && (generic_of(s)->latency ? bpf_multi_misses_nothing() : bpf_has_kprobe_multi()))
		return BY_MULTI;
	if (!bpf_has_kprobe())
		return cannot(s, -ENOTSUP, "this kernel has no kprobes for BPF (CONFIG_KPROBE_EVENTS)");
	if (p->found.n > 1 && p->is_return &&
		libbpf_probe_bpf_helper(BPF_PROG_TYPE_KPROBE, BPF_FUNC_get_func_ip, NULL) != 1)
		return cannot(s, -ENOTSUP, "this kernel does not tell returns of several functions apart (5.15 does)");
	if (p->found.n > GENERIC_SINGLE_MAX)
		return cannot(s, -ENOTSUP,
					  "%s names %zu functions; without kprobe.multi (5.18 with CONFIG_FPROBE) %d are the most",
					  p->symbol, p->found.n, GENERIC_SINGLE_MAX);
	return BY_KPROBE;
}

static void choose_programs(const struct generic *g, struct probe_bpf *o)
{
	struct bpf_program *const entries[] = {o->progs.tracepoint, o->progs.enter, o->progs.entry_of_many,
										   o->progs.probed_entry, o->progs.user_entry};
	struct bpf_program *const returns[] = {o->progs.tracepoint, o->progs.leave, o->progs.return_of_many,
										   o->progs.probed_return, o->progs.user_return};
	struct bpf_program *const begins[] = {NULL, o->progs.begin, o->progs.begin_of_many, o->progs.probed_begin,
										  o->progs.user_begin};
	struct bpf_program *const ends[] = {NULL, o->progs.end, o->progs.end_of_many, o->progs.probed_end,
										o->progs.user_end};

	chosen.begin = g->latency ? begins[chosen.way] : NULL;
	if (chosen.way == BY_UPROBE && g->probe.is_return && !g->latency)
		chosen.begin = o->progs.user_depth;
	chosen.program = (g->latency ? ends : g->probe.is_return ? returns : entries)[chosen.way];
	bpf_program__set_autoload(chosen.program, true);
	if (chosen.begin)
		bpf_program__set_autoload(chosen.begin, true);
}

/* Does no machine have many such keys? Room that is never used costs time at the start, for each CPU. */
static bool has_few_keys(const struct generic *g)
{
	bool few = true;

	for (unsigned i = 0; i < g->nkeys; i++) {
		const struct probe_argument *a = &g->probe.arguments[g->keys[i]];

		few &= a->fetch.base == PROBE_COMM || a->fetch.base == PROBE_CPU || a->fetch.base == PROBE_UID;
	}
	return few && g->nkeys == 1;
}

static uint32_t room_for_keys(const struct generic *g)
{
	if (g->max_keys)
		return (uint32_t)g->max_keys;
	return g->view == PROBE_HIST ? 1024 : has_few_keys(g) ? 4096 : 16384;
}

/* Rows, stacks and totals use different maps; those that are not used are made as small as can be. */
static int size_maps(struct session *s, struct probe_bpf *o)
{
	const struct generic *g = generic_of(s);
	uint32_t room = room_for_keys(g), values[] = {8, 8, sizeof(struct probe_sum), sizeof(struct hist), 8};
	int err;

	if (g->view == PROBE_ROWS)
		room = 1;
	if (!g->plan.layout.kernel_stack && !g->plan.layout.user_stack)
		bpf_stacks_none(s);
	if (!g->latency)
		bpf_map__set_max_entries(o->maps.starts_more, 1);
	if (!g->nkeys && g->view != PROBE_STACKS)
		room = 2; /* the second for negative numbers */
	err = bpf_map__set_type(o->maps.tally,
							g->view == PROBE_HIST && room > 2 ? BPF_MAP_TYPE_HASH : BPF_MAP_TYPE_PERCPU_HASH);
	if (!err)
		err = bpf_map__set_key_size(o->maps.tally, g->key_words ? g->key_words * 8 : 8);
	if (!err)
		err = bpf_map__set_value_size(o->maps.tally, values[g->view]);
	if (!err)
		err = bpf_map__set_max_entries(o->maps.tally, room);
	o->rodata->tally_single = g->view != PROBE_ROWS && g->view != PROBE_STACKS && !g->nkeys && !g->plan.value_signed;
	return err || !o->rodata->tally_single ? err : bpf_tally_single(s);
}

static int open_bpf(struct session *s)
{
	struct generic *g = generic_of(s);
	struct probe *p = &g->probe;
	unsigned nargs = 0;
	struct probe_bpf *o;
	int way;

	way = choose_way(s, p, &nargs);
	if (way < 0)
		return way;
	if (tracepoints_several(g) && !bpf_has_cookies())
		return cannot(s, -ENOTSUP, "several tracepoints need BPF cookies (Linux 5.15)");
	o = bpf_open(s, probe_bpf);
	if (!o)
		return -errno;
	chosen.way = (enum way)way;
	g->reads_strings = true;
	/* elsewhere the program cannot tell what ktally does from an interrupt that comes meanwhile */
	o->rodata->filter.self = s->set->npids || !generic_only_in_tasks(p) ? 0 : bpf_self();
	choose_programs(g, o);
	if (way == BY_UPROBE && !g->places)
		generic_user_choose(s, chosen.program, chosen.begin);
	generic_place(g, way == BY_FUNCTION, nargs);
	if (p->target == TARGET_TRACEPOINT && !tracepoints_several(g)) {
		g->plan.context_size = probe_fields_size(p);
		probe_needs(&g->plan);
	}
	memcpy((void *)&o->rodata->plan, &g->plan, sizeof(g->plan));
	memcpy((void *)o->rodata->globs, p->globs, sizeof(p->globs));
	o->rodata->several = p->found.n > 1;
	return size_maps(s, o) ? cannot(s, -EINVAL, "cannot size the maps") : 0;
}

/* ---- attaching ---- */

static int keep(struct session *s, struct bpf_link *link, const char *what)
{
	int err = link ? bpf_keep_link(s, link) : -errno;

	return err ? generic_refused(s, err, what) : 0;
}

static bool has_return(const struct session *s)
{
	return generic_of(s)->latency || generic_of(s)->probe.is_return;
}

/* By kprobes, one by one or in one link */
static int attach_kernel(struct session *s)
{
	const struct probe *p = &generic_of(s)->probe;
	struct bpf_program *entry = has_return(s) ? chosen.begin : chosen.program;
	struct bpf_program *returned = has_return(s) ? chosen.program : NULL;
	bool multi = chosen.way == BY_MULTI;
	struct function_programs programs = {
		.multi = multi ? entry : NULL,
		.multi_return = multi ? returned : NULL,
		.single = multi ? NULL : entry,
		.single_return = multi ? NULL : returned,
		.offset = p->offset,
	};
	int err;

	if (p->found.n == 1 && !multi) {
		err = function_attach_one(s, &programs, p->found.list);
		err = err ? generic_refused(s, err, p->found.list[0].name) : 0;
	} else {
		err = function_attach(s, &programs, &p->found);
	}
	if (multi)
		s->attach = has_return(s) ? "kretprobe_multi" : "kprobe_multi";
	else
		s->attach = has_return(s) ? "kretprobe" : "kprobe";
	if (!err && has_return(s) && !bpf_links_tell(s))
		warn("a return probe follows only so many calls at once; this kernel does not tell what it misses (6.7 does)");
	return err;
}

static int attach_tracepoint(void *session, size_t i, size_t n)
{
	LIBBPF_OPTS(bpf_tracepoint_opts, opts, .bpf_cookie = i + 1);
	struct session *s = session;
	const struct probe *p = &generic_of(s)->each[i];
	struct bpf_link *link;

	(void)n; /* it is 1 */
	link = bpf_program__attach_tracepoint_opts(chosen.program, p->symbol, p->name, &opts);
	return link ? bpf_keep_link(s, link) : -errno;
}

/* The kernel takes a grace period for each that a program leaves; the last rows do not wait for it. */
static int attach_tracepoints(struct session *s)
{
	const struct functions *f = &generic_of(s)->probe.found;
	struct attach_set set = {.list = f->list,
							 .n = f->n,
							 .attach = attach_tracepoint,
							 .with = s,
							 .fatal = -EMFILE,
							 .what = "of these tracepoints"};
	int err;

	s->attach = "tracepoint";
	bpf_detach_late(s);
	err = attach_many(s, &set);
	if (err == -EMFILE)
		return cannot(s, err, "%zu tracepoints need two open files each: see ulimit -n", f->n);
	return err;
}

static int attach_one(struct session *s, struct bpf_program *program, bool is_return)
{
	const struct probe *p = &generic_of(s)->probe;

	if (chosen.way == BY_UPROBE)
		return generic_user_attach(s, program, is_return);
	if (tracepoints_several(generic_of(s)))
		return attach_tracepoints(s);
	if (chosen.way == BY_TRACEPOINT) {
		s->attach = "tracepoint";
		return keep(s, bpf_program__attach_tracepoint(program, p->symbol, p->name), p->name);
	}
	s->attach = is_return ? "fexit" : "fentry";
	return keep(s, bpf_program__attach(program), p->symbol);
}

/* The end is attached first, so that no call is seen at its begin and missed at its end. */
static int attach_bpf(struct session *s)
{
	const char *attach;
	int err;

	if (generic_of(s)->places)
		return generic_attach_places(s, chosen.program);
	if (chosen.way == BY_MULTI || chosen.way == BY_KPROBE)
		return attach_kernel(s);
	err = attach_one(s, chosen.program, has_return(s));
	attach = s->attach;
	if (!err && chosen.begin)
		err = attach_one(s, chosen.begin, false);
	s->attach = attach;
	return err;
}

/* 0: the thread has ended, so the call will not return. */
static uint64_t call_time(const void *data)
{
	const struct call_start *start = data;

	return pids_gone((uint32_t)start->task) ? 0 : start->time_ns;
}

static void losses(struct session *s, struct lost *lost)
{
	if (chosen.way == BY_MULTI || chosen.way == BY_KPROBE)
		lost->missed += bpf_links_missed(s);
	if (generic_of(s)->latency)
		bpf_in_flight(s, call_time, lost);
}

static void rename_stacks(struct session *s, void *key)
{
	const struct generic *g = generic_of(s);
	uint64_t *words = key;

	if (g->view == PROBE_STACKS)
		words[g->key_words - 1] = stack_store_hash(words[g->key_words - 1]);
}

const struct bpf_recipe generic_bpf = {
	.open = open_bpf,
	.attach = attach_bpf,
	.rename = rename_stacks,
	.losses = losses,
	.close = generic_user_close,
};
