// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Kernel functions by fentry, each with a program of its own: where kprobes are refused, as under
 * lockdown=confidentiality, and there is no link for many.
 */
#include "attach_typed.h"
#include "funccount.h"

#include "source/bpf/attaching.h"
#include "source/bpf/bpf.h"
#include "source/bpf/fentry.h"
#include "source/bpf/fentry_copies.h"
#include "sys/kernel_btf.h"
#include "sys/privileges.h"

#include <errno.h>

static size_t own; /* the function that the program itself is loaded for */

struct typed {
	struct session *s;
	const struct bpf_program *program;
	const struct function *list;
};

/* The first function that can be attached to becomes the target */
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

	bpf_use(s, program, wanted);
	return wanted;
}

static int attach_one(void *with, size_t i, size_t n)
{
	const struct typed *t = with;
	int fd, id;

	(void)n; /* it is 1 */
	if (i == own)
		return fentry_attach(t->s, t->program, &fd);
	id = kernel_btf_find(t->list[i].name, BTF_KIND_FUNC);
	return id < 0 ? id : fentry_attach_copy(t->s, t->program, (__u32)id, &fd);
}

int attach_typed(struct session *s, const struct bpf_program *program, const struct functions *f)
{
	struct typed typed = {s, program, f->list};
	const struct attach_set set = {f->list, attach_one, &typed, 0};
	struct attaching a = attaching_begin(s);
	int err = kernel_btf_load();

	s->attach = "fentry";
	if (!err)
		err = attaching_each(&a, &set, f->n);
	kernel_btf_drop();
	return attaching_end(&a, err, "of these functions");
}
