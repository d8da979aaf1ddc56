// SPDX-License-Identifier: GPL-2.0-or-later
#include "function_btf.h"

#include "bpf.h"
#include "kernel_btf.h"

#include <errno.h>
#include <limits.h>

static const char *target;

/* As in tp_btf.c: any number keeps libbpf from looking for the target by itself */
static int set_up(struct bpf_program *program, long cookie)
{
	(void)cookie;
	return bpf_program__set_attach_target(program, INT_MAX, NULL);
}

static int prepare(struct bpf_program *program, struct bpf_prog_load_opts *opts, long cookie)
{
	int id, err = kernel_btf_load();

	(void)cookie, (void)program;
	if (err)
		return err;
	id = target ? kernel_btf_find(target, BTF_KIND_FUNC) : -ENOENT;
	if (id < 0)
		return -ESRCH;
	opts->attach_prog_fd = 0;
	opts->attach_btf_id = (__u32)id;
	return 0;
}

static int attach(const struct bpf_program *program, long cookie, struct bpf_link **link)
{
	(void)cookie;
	*link = bpf_program__attach_trace(program);
	return *link ? 0 : -errno;
}

int function_btf_register(void)
{
	static int entry, exit;
	LIBBPF_OPTS(libbpf_prog_handler_opts, opts, .prog_setup_fn = set_up, .prog_prepare_load_fn = prepare,
				.prog_attach_fn = attach);

	if (entry <= 0)
		entry = libbpf_register_prog_handler("function.entry", BPF_PROG_TYPE_TRACING, BPF_TRACE_FENTRY, &opts);
	if (exit <= 0)
		exit = libbpf_register_prog_handler("function.exit", BPF_PROG_TYPE_TRACING, BPF_TRACE_FEXIT, &opts);
	return entry < 0 ? entry : exit < 0 ? exit : 0;
}

bool function_btf_target(const char *name, unsigned *arguments)
{
	const struct btf_type *t;
	int id;

	target = NULL;
	if (kernel_btf_load())
		return false;
	id = kernel_btf_find(name, BTF_KIND_FUNC);
	t = id > 0 ? kernel_btf_type(kernel_btf_type((__u32)id)->type) : NULL;
	if (!t || !btf_is_func_proto(t) || !bpf_has_trampoline((__u32)id, BPF_TRACE_FENTRY))
		return false;
	*arguments = btf_vlen(t);
	target = name;
	return true;
}
