// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The BPF form of funccount: which of its programs this kernel and these targets need, and each kind of target attached
 * in its way. Kernel functions share an event where there is no link for many (attach_event.c).
 */
#include "session/tool.h"
#include "source/bpf/attach_many.h"
#include "source/bpf/filter.h"
#include "source/bpf/function_attach.h"
#include "source/bpf/kernel.h"
#include "source/bpf/object.h"
#include "source/bpf/user_attach.h"
#include "sys/kprobe_event.h"
#include "tools/functions/user.h"
#include "attach_event.h"
#include "attach_typed.h"
#include "funccount.h"
#include "funccount.skel.h"

#include <errno.h>
#include <string.h>

static struct function_programs kernel_programs(const struct funccount_bpf *o)
{
	return (struct function_programs){.multi = o->progs.functions, .single = o->progs.function};
}

static void choose_user_program(struct session *s, struct funccount_bpf *o)
{
	bpf_use(s, o->progs.user_function, funccount.targets.user.n);
	if (funccount.targets.user.n && user_attach_has_multi(s))
		user_attach_use_multi(o->progs.user_function);
}

static int choose_programs(struct session *s, struct funccount_bpf *o)
{
	const struct targets *t = &funccount.targets;
	const struct function_programs kernel = kernel_programs(o);
	bool typed = attach_typed_choose(s, o->progs.typed_function, &t->kernel), others = t->user.n || t->tracepoints.n;

	if (others && !bpf_has_cookies())
		return cannot(s, -ENOTSUP, "user functions, static probes and tracepoints need BPF cookies (Linux 5.15)");
	choose_user_program(s, o);
	bpf_use(s, o->progs.tracepoint, t->tracepoints.n);
	/* only kernel functions have a form without BPF */
	return function_attach_choose(s, &kernel, typed ? 0 : t->kernel.n, others ? SIZE_MAX : FUNCCOUNT_KPROBES_MAX);
}

static int open_bpf(struct session *s)
{
	struct targets *t = &funccount.targets;
	struct funccount_bpf *o = bpf_open(s, funccount_bpf);

	if (!o)
		return -errno;
	o->rodata->only_cpu = funccount.cpu == UINT64_MAX ? -1 : (int)funccount.cpu;
	/* functions of the kernel and tracepoints may run in an interrupt that comes while ktally is the current task */
	if (!t->kernel.n && !t->tracepoints.n && !s->set->npids)
		o->rodata->filter.self = bpf_self();
	bpf_map__set_type(o->maps.tally, BPF_MAP_TYPE_PERCPU_HASH);
	bpf_map__set_max_entries(o->maps.tally, (uint32_t)(t->kernel.n + t->user.n + t->tracepoints.n) + 64);
	return choose_programs(s, o);
}

static int attach_kernel(struct session *s, const struct functions *f, struct funccount_bpf *o)
{
	struct function_programs programs = kernel_programs(o);

	if (bpf_program__autoload(o->progs.typed_function))
		return attach_typed(s, o->progs.typed_function, f);
	if (f->n > 1 && !bpf_program__autoload(programs.multi) && attach_event_possible(s))
		return attach_event(s, programs.single, f);
	return function_attach(s, &programs, f);
}

static int attach_tracepoint(void *session, size_t i, size_t n)
{
	LIBBPF_OPTS(bpf_tracepoint_opts, opts, .bpf_cookie = i);
	struct session *s = session;
	const struct funccount_bpf *o = bpf_skeleton_of(s);
	const char *name = funccount.targets.tracepoints.list[i].name, *colon = strchr(name, ':');
	char category[256];
	struct bpf_link *link;

	(void)n; /* it is 1 */
	snprintf(category, sizeof(category), "%.*s", (int)(colon - name), name);
	link = bpf_program__attach_tracepoint_opts(o->progs.tracepoint, category, colon + 1, &opts);
	return link ? bpf_keep_link(s, link) : -errno;
}

/* The kernel takes a grace period for each tracepoint that a program leaves: minutes, where there are a thousand. The
 * last report does not wait for it. */
static int attach_tracepoints(struct session *s, const struct functions *f)
{
	struct attach_set set = {.list = f->list,
							 .n = f->n,
							 .attach = attach_tracepoint,
							 .with = s,
							 .fatal = -EMFILE,
							 .what = "of these tracepoints"};
	int err;

	if (!f->n)
		return 0;
	s->attach = "tracepoint";
	bpf_detach_late(s);
	err = attach_many(s, &set);
	if (err == -EMFILE)
		return cannot(s, err, "%zu tracepoints need two open files each: see ulimit -n", f->n);
	return err;
}

static uint64_t user_cookie(size_t i)
{
	return funccount.targets.tracepoints.n + targets_user_first(&funccount.targets, i);
}

static int attach_bpf(struct session *s)
{
	const struct targets *t = &funccount.targets;
	const struct user_places user = {.functions = &t->user, .files = t->files, .cookie = user_cookie};
	struct funccount_bpf *o = bpf_skeleton_of(s);
	int err = attach_kernel(s, &t->kernel, o);

	if (!err)
		err = attach_tracepoints(s, &t->tracepoints);
	return err ? err : user_attach(s, o->progs.user_function, &user);
}

static void losses(struct session *s, struct lost *lost)
{
	(void)s;
	lost->missed += kprobe_event_missed();
}

static void close_bpf(struct session *s)
{
	(void)s;
	kprobe_event_remove();
}

const struct bpf_recipe funccount_bpf_recipe = {
	.open = open_bpf,
	.attach = attach_bpf,
	.losses = losses,
	.close = close_bpf,
};
