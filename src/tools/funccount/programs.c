// SPDX-License-Identifier: GPL-2.0-or-later
/* Which of funccount's programs this kernel and these targets need. */
#include "attach.h"

#include "../../source/bpf.h"
#include "../../sys/uprobe_multi.h"
#include "../ftrace/funccount.h"
#include "funccount.skel.h"

#include <errno.h>

static int choose_kernel_program(struct session *s, struct funccount_bpf *o, bool wanted)
{
	bool multi = wanted && bpf_has_kprobe_multi();
	size_t n = funccount.targets.kernel.n;

	bpf_use(s, o->progs.functions, multi);
	bpf_use(s, o->progs.function, wanted && !multi);
	if (!wanted || multi)
		return 0;
	if (!bpf_has_kprobe())
		return cannot(s, -ENOTSUP, "this kernel has no kprobes for BPF (CONFIG_KPROBE_EVENTS, CONFIG_FPROBE)");
	if (n > FUNCCOUNT_KPROBES_MAX && s->set->backend == BACKEND_AUTO && !funccount.targets.user.n &&
		!funccount.targets.tracepoints.n)
		return cannot(s, -ENOTSUP,
					  "this kernel has no kprobe.multi link (5.18, CONFIG_FPROBE), and %zu single probes are slow", n);
	return 0;
}

/* A link for many user functions where the kernel has it; with a PID also only where that means all of its threads */
static void choose_user_program(struct session *s, struct funccount_bpf *o)
{
	bool one = s->set->npids == 1;

	bpf_use(s, o->progs.user_function, funccount.targets.user.n);
	if (funccount.targets.user.n && (one ? uprobe_multi_sees_threads() : uprobe_multi_works()))
		bpf_program__set_expected_attach_type(o->progs.user_function, (enum bpf_attach_type)TRACE_UPROBE_MULTI);
}

int funccount_programs(struct session *s, struct funccount_bpf *o)
{
	const struct targets *t = &funccount.targets;

	if ((t->user.n || t->tracepoints.n) && !bpf_has_cookies())
		return cannot(s, -ENOTSUP, "user functions, static probes and tracepoints need BPF cookies (Linux 5.15)");
	choose_user_program(s, o);
	bpf_use(s, o->progs.tracepoint, t->tracepoints.n);
	return choose_kernel_program(s, o, t->kernel.n);
}
