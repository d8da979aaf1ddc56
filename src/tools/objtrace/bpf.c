// SPDX-License-Identifier: GPL-2.0-or-later
/* The BPF form of objtrace: entry and return of each function, compared in the kernel. */
#include "base/log.h"
#include "session/tool.h"
#include "source/bpf/entry_exit.h"
#include "source/bpf/fentry.h"
#include "source/bpf/object.h"
#include "source/bpf/filter.h"
#include "sys/ksyms.h"
#include "tools/generic/plan.h"
#include "objtrace.h"
#include "objtrace.skel.h"

#include <errno.h>
#include <string.h>

static uint64_t address_of(const char *name)
{
	uint64_t address;

	return name && !ksym_address(name, &address) ? address : 0;
}

static int set_up(struct session *s, struct objtrace_bpf *o)
{
	struct object_setup setup = {
		.probe = address_of(objtrace.taker.probe.found.list[0].name),
		.only = objtrace.functions.n == 1,
		.most = (uint32_t)objtrace.most,
		.has_value = objtrace.value.fetch.noffsets != 0,
		.value = objtrace.value.fetch,
	};

	for (int i = 0; i < OBJECT_ENDS; i++)
		setup.ends[i] = address_of(objtrace.names[i]);
	if (!setup.probe)
		return cannot(s, -EPERM, "the kernel hides where its functions are (kptr_restrict)");
	memcpy((void *)&o->rodata->setup, &setup, sizeof(setup));
	o->rodata->filter.self = s->set->npids ? 0 : bpf_self();
	return 0;
}

/* How values come is known once it is known how the functions are probed. */
static int place_values(struct session *s, struct objtrace_bpf *o)
{
	struct generic *taker = &objtrace.taker;
	bool typed = bpf_program__autoload(o->progs.call_fentry);
	unsigned nargs = 0;

	if (typed && !fentry_target(taker->probe.found.list[0].name, &nargs))
		return cannot(s, -ENOTSUP, "the kernel's BTF lacks %s", taker->probe.found.list[0].name);
	if (!typed && taker->probe.is_return && generic_takes(&taker->probe, FROM_ARGUMENT))
		return cannot(s, -ENOTSUP, "at its return %s has no arguments any more: take the object at its entry, by p:",
					  taker->probe.found.list[0].name);
	generic_place(taker, typed, nargs);
	memcpy((void *)&o->rodata->plan, &taker->plan, sizeof(taker->plan));
	memcpy((void *)o->rodata->globs, taker->probe.globs, sizeof(taker->probe.globs));
	return 0;
}

static int open_bpf(struct session *s)
{
	struct objtrace_bpf *o = bpf_open(s, objtrace_bpf);
	int err;

	if (!o)
		return -errno;
	err = set_up(s, o);
	if (!err)
		err = entry_exit_open(s, &objtrace.functions, (struct call_setup *)&o->rodata->call_setup);
	return err ? err : place_values(s, o);
}

static int attach_bpf(struct session *s)
{
	return entry_exit_attach(s, &objtrace.functions);
}

static void take_row(struct session *s, const void *row, size_t size)
{
	struct object_row copy;

	(void)size;
	memcpy(&copy, row, sizeof(copy));
	objtrace_row(s, &copy);
}

const struct bpf_recipe objtrace_bpf_recipe = {
	.notices_missed = true,
	.open = open_bpf,
	.attach = attach_bpf,
	.row = take_row,
	.losses = entry_exit_losses,
};
