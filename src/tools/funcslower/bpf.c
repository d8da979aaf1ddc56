// SPDX-License-Identifier: GPL-2.0-or-later
/* The BPF form of funcslower: entry and return of each function, compared in the kernel. */
#include "session/tool.h"
#include "source/bpf/entry_exit.h"
#include "source/bpf/object.h"
#include "funcslower.h"
#include "funcslower.skel.h"

#include <errno.h>

static int open_bpf(struct session *s)
{
	struct funcslower_bpf *o = bpf_open(s, funcslower_bpf);

	if (!o)
		return -errno;
	o->rodata->threshold_ns = funcslower.threshold_ns;
	o->rodata->arguments = (uint32_t)funcslower.args;
	o->rodata->with_stack = funcslower.stack;
	o->rodata->on_cpu = funcslower.on_cpu;
	bpf_use(s, o->progs.sched_switch, funcslower.on_cpu);
	bpf_use(s, o->progs.thread_free, funcslower.on_cpu);
	return entry_exit_open(s, &funcslower.functions, (struct call_setup *)&o->rodata->call_setup);
}

static int attach_bpf(struct session *s)
{
	return entry_exit_attach(s, &funcslower.functions);
}

const struct bpf_recipe funcslower_bpf_recipe = {
	.notices_missed = true,
	.open = open_bpf,
	.attach = attach_bpf,
	.losses = entry_exit_losses,
};
