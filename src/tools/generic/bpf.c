// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The BPF form: which program of bpf/probe.bpf.c, attached how. A function by name is best reached by its BTF, then by
 * one link for many, then by a kprobe; registers, the stack and places inside a function only a kprobe can show.
 */
#include "base/log.h"
#include "probe/fields.h"
#include "source/bpf/attaching.h"
#include "source/bpf/bpf.h"
#include "probe/needs.h"
#include "source/bpf/fentry.h"
#include "source/bpf/pids.h"
#include "sys/diagnose.h"
#include "sys/privileges.h"
#include "bpf_user.h"
#include "generic.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "probe.skel.h"

struct bpf_map *generic_stacks;

enum way { BY_TRACEPOINT, BY_FUNCTION, BY_MULTI, BY_KPROBE, BY_UPROBE };

static struct {
	enum way way;
	struct bpf_program *program, *begin; /* begin: at the entry, of --latency and of user functions' returns */
} chosen;

static bool needs_registers(const struct probe *p)
{
	for (unsigned i = 0; i < p->narguments; i++)
		if (p->arguments[i].from == FROM_REGISTER)
			return true;
	return p->offset;
}

static bool needs_arguments(const struct probe *p)
{
	for (unsigned i = 0; i < p->narguments; i++)
		if (p->arguments[i].from == FROM_ARGUMENT)
			return true;
	return false;
}

/* But at a return only fexit has arguments, and confidentiality keeps what registers point to unread */
static bool multi_is_better(const struct probe *p)
{
	return !(p->is_return && needs_arguments(p)) && lockdown_mode() != LOCKDOWN_CONFIDENTIALITY &&
		   bpf_multi_misses_nothing();
}

static int choose_way(struct session *s, const struct probe *p, unsigned *nargs)
{
	if (p->target == TARGET_TRACEPOINT)
		return BY_TRACEPOINT;
	if (p->target == TARGET_USER)
		return BY_UPROBE;
	if (p->found.n == 1 && !needs_registers(p) && fentry_target(p->found.list[0].name, nargs))
		return multi_is_better(p) ? BY_MULTI : BY_FUNCTION;
	if (p->is_return && needs_arguments(p))
		return cannot(s, -ENOTSUP, "arguments at a return need fexit, which this kernel has not for %s", p->symbol);
	if (p->found.n > 1 && !p->offset && (generic.latency ? bpf_multi_misses_nothing() : bpf_has_kprobe_multi()))
		return BY_MULTI;
	if (!bpf_has_kprobe())
		return cannot(s, -ENOTSUP, "this kernel has no kprobes for BPF (CONFIG_KPROBE_EVENTS)");
	if (p->found.n > 1 && p->is_return &&
		libbpf_probe_bpf_helper(BPF_PROG_TYPE_KPROBE, BPF_FUNC_get_func_ip, NULL) != 1)
		return cannot(s, -ENOTSUP, "this kernel does not tell returns of several functions apart (5.15 does)");
	if (p->found.n > 512)
		return cannot(s, -ENOTSUP,
					  "%s names %zu functions; without kprobe.multi (5.18 with CONFIG_FPROBE) 512 are the most",
					  p->symbol, p->found.n);
	return BY_KPROBE;
}

static void choose_programs(struct probe_bpf *o, bool is_return)
{
	struct bpf_program *const entries[] = {o->progs.tracepoint, o->progs.enter, o->progs.entry_of_many,
										   o->progs.probed_entry, o->progs.user_entry};
	struct bpf_program *const returns[] = {o->progs.tracepoint, o->progs.leave, o->progs.return_of_many,
										   o->progs.probed_return, o->progs.user_return};
	struct bpf_program *const begins[] = {NULL, o->progs.begin, o->progs.begin_of_many, o->progs.probed_begin,
										  o->progs.user_begin};
	struct bpf_program *const ends[] = {NULL, o->progs.end, o->progs.end_of_many, o->progs.probed_end,
										o->progs.user_end};

	chosen.begin = generic.latency ? begins[chosen.way] : NULL;
	if (chosen.way == BY_UPROBE && is_return && !generic.latency)
		chosen.begin = o->progs.user_depth;
	chosen.program = (generic.latency ? ends : is_return ? returns : entries)[chosen.way];
	bpf_program__set_autoload(chosen.program, true);
	if (chosen.begin)
		bpf_program__set_autoload(chosen.begin, true);
}

/* Keys of which no machine has many: room that is never used costs time at the start, for each CPU */
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

/* Rows, stacks and totals each need maps that the others leave at their smallest. */
static int size_maps(struct session *s, struct probe_bpf *o)
{
	const struct generic *g = &generic;
	uint32_t room = room_for_keys(g), values[] = {8, 8, sizeof(struct probe_sum), sizeof(struct hist), 8};
	int err = 0;

	if (g->view == PROBE_ROWS) {
		err = bpf_events(s, &o->rodata->events_wake);
		room = 1;
	} else {
		bpf_map__set_max_entries(o->maps.events, 4096);
	}
	if (g->view != PROBE_STACKS)
		bpf_map__set_max_entries(o->maps.stacks, 1);
	if (!g->latency)
		bpf_map__set_max_entries(o->maps.starts_more, 1);
	if (!g->nkeys && g->view != PROBE_STACKS)
		room = 2; /* the second for negative numbers */
	if (!err)
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
	struct probe *p = &generic.probe;
	unsigned nargs = 0;
	struct probe_bpf *o;
	int way;

	if (fentry_register())
		return cannot(s, -ENOTSUP, "libbpf has no handlers for sections");
	way = choose_way(s, p, &nargs);
	if (way < 0)
		return way;
	o = bpf_open(s, probe_bpf);
	if (!o)
		return -errno;
	chosen.way = (enum way)way;
	generic_stacks = o->maps.stacks;
	choose_programs(o, p->is_return);
	if (way == BY_UPROBE)
		generic_user_choose(s, chosen.program, chosen.begin);
	generic_place(&generic, way == BY_FUNCTION, nargs);
	if (p->target == TARGET_TRACEPOINT) {
		generic.plan.context_size = probe_fields_size(p);
		probe_needs(&generic.plan);
	}
	memcpy((void *)&o->rodata->plan, &generic.plan, sizeof(generic.plan));
	memcpy((void *)o->rodata->globs, p->globs, sizeof(p->globs));
	o->rodata->several = p->found.n > 1;
	if (size_maps(s, o))
		return cannot(s, -EINVAL, "cannot size the maps");
	return bpf_filter(s, (struct filter *)&o->rodata->filter);
}

/* ---- attaching ---- */

int generic_refused(struct session *s, int err, const char *what)
{
	return err == -EPERM || err == -EACCES
			   ? diagnose_attach(&s->why, err)
			   : cannot(s, err, "cannot probe %s: %s", what,
						err == -EILSEQ ? "the offset is not that of an instruction" : strerror(-err));
}

static int hold(struct session *s, struct bpf_link *link)
{
	if (!link)
		return -errno;
	if ((chosen.way == BY_MULTI || chosen.way == BY_KPROBE) &&
		generic_missed_watch(bpf_link__fd(link), generic.latency || generic.probe.is_return))
		return -ENOMEM;
	return bpf_keep_link(s, link);
}

static int keep(struct session *s, struct bpf_link *link, const char *what)
{
	int err = hold(s, link);

	return err ? generic_refused(s, err, what) : 0;
}

struct attaching_to {
	struct session *s;
	struct bpf_program *program;
	bool is_return;
};

static int attach_kprobe(void *with, size_t from, size_t n)
{
	struct attaching_to *to = with;
	const struct probe *p = &generic.probe;
	int err = 0;

	for (size_t i = from; i < from + n && !err; i++) {
		LIBBPF_OPTS(bpf_kprobe_opts, opts, .retprobe = to->is_return, .offset = p->offset);

		err = hold(to->s, bpf_program__attach_kprobe_opts(to->program, p->found.list[i].name, &opts));
	}
	return err;
}

static int attach_multi(void *with, size_t from, size_t n)
{
	struct attaching_to *to = with;
	const char **names = calloc(n, sizeof(*names));
	LIBBPF_OPTS(bpf_kprobe_multi_opts, opts, .retprobe = to->is_return, .cnt = n, .syms = names);
	int err;

	if (!names)
		return -ENOMEM;
	for (size_t i = 0; i < n; i++)
		names[i] = generic.probe.found.list[from + i].name;
	err = hold(to->s, bpf_program__attach_kprobe_multi_opts(to->program, NULL, &opts));
	free(names);
	return err;
}

/* Those that are refused are named, and the others probed */
static int attach_pattern(struct session *s, struct bpf_program *program, bool is_return)
{
	struct attaching_to to = {s, program, is_return};
	struct attach_set set = {.list = generic.probe.found.list, .with = &to};
	struct attaching a = attaching_begin(s);
	int err;

	if (chosen.way == BY_MULTI) {
		set.attach = attach_multi;
		err = attaching_halves(&a, &set, 0, generic.probe.found.n);
	} else {
		set.attach = attach_kprobe;
		err = attaching_each(&a, &set, generic.probe.found.n);
	}
	return attaching_end(&a, err, "of these functions");
}

static int attach_kernel(struct session *s, struct bpf_program *program, bool is_return)
{
	struct attaching_to to = {s, program, is_return};
	int err;

	if (generic.probe.found.n > 1)
		return attach_pattern(s, program, is_return);
	err = attach_kprobe(&to, 0, 1);
	return err ? generic_refused(s, err, generic.probe.found.list[0].name) : 0;
}

static int attach_one(struct session *s, struct bpf_program *program, bool is_return)
{
	const struct probe *p = &generic.probe;

	switch (chosen.way) {
	case BY_TRACEPOINT:
		s->attach = "tracepoint";
		return keep(s, bpf_program__attach_tracepoint(program, p->symbol, p->name), p->name);
	case BY_FUNCTION:
		s->attach = is_return ? "fexit" : "fentry";
		return keep(s, bpf_program__attach(program), p->symbol);
	case BY_MULTI:
		s->attach = is_return ? "kretprobe_multi" : "kprobe_multi";
		return attach_pattern(s, program, is_return);
	case BY_UPROBE:
		return generic_user_attach(s, program, is_return);
	case BY_KPROBE:
		break;
	}
	s->attach = is_return ? "kretprobe" : "kprobe";
	return attach_kernel(s, program, is_return);
}

/* The end first: a call whose begin is seen is then not missed at its end */
static int attach_bpf(struct session *s)
{
	int err = attach_one(s, chosen.program, generic.latency || generic.probe.is_return);
	const char *attach = s->attach;

	if (!err && chosen.begin)
		err = attach_one(s, chosen.begin, false);
	s->attach = attach;
	return err;
}

/* Of a thread that has ended: it will not return */
static uint64_t call_time(const void *data)
{
	const struct call *call = data;

	return pids_gone((uint32_t)call->task) ? 0 : call->time_ns;
}

static void losses(struct session *s, struct lost *lost)
{
	lost->missed += generic_missed();
	if (generic.latency)
		bpf_in_flight(s, call_time, lost);
}

const struct bpf_recipe generic_bpf = {
	.open = open_bpf,
	.attach = attach_bpf,
	.losses = losses,
	.close = generic_user_close,
};
