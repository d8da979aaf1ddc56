// SPDX-License-Identifier: GPL-2.0-or-later
#include "fentry.h"

#include "sys/kernel_btf.h"
#include "btf_target.h"
#include "kernel.h"

#include <errno.h>

static const char *target;

static int set_up(struct bpf_program *program, long cookie)
{
	(void)cookie;
	return btf_target_later(program);
}

static int prepare(struct bpf_program *program, struct bpf_prog_load_opts *opts, long cookie)
{
	(void)cookie, (void)program;
	return target ? btf_target_set(opts, target, BTF_KIND_FUNC) : -ESRCH;
}

int fentry_register(void)
{
	static int entry, exit;
	LIBBPF_OPTS(libbpf_prog_handler_opts, opts, .prog_setup_fn = set_up, .prog_prepare_load_fn = prepare,
				.prog_attach_fn = btf_target_attach);

	if (entry <= 0)
		entry = libbpf_register_prog_handler("function.entry", BPF_PROG_TYPE_TRACING, BPF_TRACE_FENTRY, &opts);
	if (exit <= 0)
		exit = libbpf_register_prog_handler("function.exit", BPF_PROG_TYPE_TRACING, BPF_TRACE_FEXIT, &opts);
	return entry < 0 ? entry : exit < 0 ? exit : 0;
}

void fentry_use(const char *name)
{
	target = name;
}

bool fentry_target(const char *name, unsigned *arguments)
{
	const struct btf_type *t;
	int id;

	fentry_use(NULL);
	if (kernel_btf_load())
		return false;
	id = kernel_btf_find(name, BTF_KIND_FUNC);
	t = id > 0 ? kernel_btf_type(kernel_btf_type((__u32)id)->type) : NULL;
	if (!t || !btf_is_func_proto(t) || !bpf_has_trampoline((__u32)id, BPF_TRACE_FENTRY))
		return false;
	*arguments = btf_vlen(t);
	fentry_use(name);
	return true;
}
