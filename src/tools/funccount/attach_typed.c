// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Kernel functions by fentry, each with a program of its own. Used if kprobes are refused, as under
 * lockdown=confidentiality, and the kernel has no link for many.
 */
#include "attach_typed.h"

#include "source/bpf/fentry.h"
#include "source/bpf/fentry_copies.h"
#include "source/bpf/kernel.h"
#include "source/bpf/object.h"
#include "sys/functions.h"
#include "sys/kernel_btf.h"
#include "sys/privileges.h"
#include "funccount.h"

static size_t own; /* the function that the program itself is loaded for */
static int ids[FUNCCOUNT_KPROBES_MAX];

/* The first function that can be attached to becomes the target of the program. */
static bool find_target(const struct functions *f)
{
	unsigned arguments;

	for (own = 0; own < f->n; own++)
		if (fentry_target(f->list[own].name, &arguments))
			return true;
	return false;
}

bool attach_typed_choose(struct session *s, struct bpf_program *program, const struct functions *f)
{
	bool wanted = f->n && f->n <= FUNCCOUNT_KPROBES_MAX && lockdown_mode() == LOCKDOWN_CONFIDENTIALITY &&
				  !bpf_has_kprobe_multi() && find_target(f) && kernel_has_helper(BPF_FUNC_get_func_ip);

	for (size_t i = 0; wanted && i < f->n; i++)
		ids[i] = kernel_btf_find(f->list[i].name, BTF_KIND_FUNC);
	bpf_use(s, program, wanted);
	return wanted;
}

int attach_typed(struct session *s, const struct bpf_program *program, const struct functions *f)
{
	const struct fentry_set set = {{program}, own, ids};

	s->attach = "fentry";
	return fentry_attach(s, f, &set);
}
