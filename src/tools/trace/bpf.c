// SPDX-License-Identifier: GPL-2.0-or-later
/* The BPF form of trace. */
#include "trace.h"

#include "session/tool.h"
#include "source/bpf/filter.h"
#include "source/bpf/kernel.h"
#include "source/bpf/object.h"
#include "source/bpf/tracepoints.h"
#include "trace.skel.h"

#include <errno.h>
#include <string.h>

static void choose_programs(struct session *s, struct trace_bpf *o)
{
	bool hashed = !bpf_has_cmpxchg();

	bpf_use_either(s, o->progs.sys_enter, o->progs.sys_enter_classic, !hashed);
	bpf_use_either(s, o->progs.sys_exit, o->progs.sys_exit_classic, !hashed);
	bpf_use_either(s, o->progs.thread_exit, o->progs.thread_exit_classic, !hashed);
	bpf_use_either(s, o->progs.exec, o->progs.exec_classic, !hashed);
	bpf_use(s, o->progs.sys_enter_hashed, hashed);
	bpf_use(s, o->progs.sys_exit_hashed, hashed);
	bpf_use(s, o->progs.thread_exit_hashed, hashed);
	bpf_use(s, o->progs.exec_hashed, hashed);
	if (hashed)
		bpf_map__set_max_entries(o->maps.slots, 1);
}

static int open_bpf(struct session *s)
{
	struct trace_bpf *o = bpf_open(s, trace_bpf);

	if (!o)
		return -errno;
	trace_select((void *)&o->rodata->setup, (void *)o->rodata->plans);
	memcpy((void *)&o->rodata->errors, &trace.errors, sizeof(trace.errors));
	o->rodata->filter.self = s->set->npids ? 0 : bpf_self();
	choose_programs(s, o);
	return 0;
}

static void on_row(struct session *s, const void *row, size_t size)
{
	(void)size;
	if (!trace_base_ns)
		trace_base_ns = s->last_tick_ns;
	session_event(s, row);
}

const struct bpf_recipe trace_bpf_recipe = {.open = open_bpf, .row = on_row};
