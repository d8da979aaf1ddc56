// SPDX-License-Identifier: GPL-2.0-or-later
/* Which of funccount's programs this kernel and these targets need. */
#include "attach.h"

#include "source/bpf/kernel.h"
#include "source/bpf/object.h"
#include "source/bpf/user_attach.h"
#include "ftrace.h"
#include "funccount.skel.h"

#include <errno.h>

struct function_programs funccount_kernel_programs(const struct funccount_bpf *o)
{
	return (struct function_programs){.multi = o->progs.functions, .single = o->progs.function};
}

static void choose_user_program(struct session *s, struct funccount_bpf *o)
{
	bpf_use(s, o->progs.user_function, funccount.targets.user.n);
	if (funccount.targets.user.n && user_attach_has_multi(s))
		user_attach_use_multi(o->progs.user_function);
}

int funccount_programs(struct session *s, struct funccount_bpf *o)
{
	const struct targets *t = &funccount.targets;
	const struct function_programs kernel = funccount_kernel_programs(o);
	bool typed = attach_typed_choose(s, o->progs.typed_function, &t->kernel);

	if ((t->user.n || t->tracepoints.n) && !bpf_has_cookies())
		return cannot(s, -ENOTSUP, "user functions, static probes and tracepoints need BPF cookies (Linux 5.15)");
	choose_user_program(s, o);
	bpf_use(s, o->progs.tracepoint, t->tracepoints.n);
	/* other targets have no other form */
	return function_attach_choose(s, &kernel, typed ? 0 : t->kernel.n,
								  t->user.n || t->tracepoints.n ? SIZE_MAX : FUNCCOUNT_KPROBES_MAX);
}
