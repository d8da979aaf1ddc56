// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Kernel functions go into one link where the kernel can (kprobe.multi). Without that link each is a kprobe of its own.
 *
 * The return is attached before the entry: a call in between is a return without a start, which is seen, and not
 * a start that waits for ever.
 */
#include "function_attach.h"

#include "attaching.h"
#include "kernel.h"
#include "object.h"

#include <errno.h>
#include <stdlib.h>

struct calls {
	struct session *s;
	const struct function_programs *programs;
	const struct function *list;
};

static void use(struct session *s, struct bpf_program *program, bool on)
{
	if (program)
		bpf_use(s, program, on);
}

int function_attach_choose(struct session *s, const struct function_programs *p, size_t n, size_t most)
{
	bool multi = n && bpf_has_kprobe_multi();

	use(s, p->multi, multi);
	use(s, p->multi_return, multi);
	use(s, p->single, n && !multi);
	use(s, p->single_return, n && !multi);
	if (!n || multi)
		return 0;
	if (!bpf_has_kprobe())
		return cannot(s, -ENOTSUP, "this kernel has no kprobes for BPF (CONFIG_KPROBE_EVENTS, CONFIG_FPROBE)");
	if (n > most && s->set->backend == BACKEND_AUTO)
		return cannot(s, -ENOTSUP,
					  "this kernel has no kprobe.multi link (5.18, CONFIG_FPROBE), and %zu single probes are slow", n);
	return 0;
}

/* Both or none. entry NULL with errno set: it was refused */
static int keep_pair(struct session *s, struct bpf_link *entry, struct bpf_link *returned)
{
	int err = entry ? 0 : -errno;

	if (entry)
		err = bpf_keep_link(s, entry);
	if (!returned)
		return err;
	if (!err)
		return bpf_keep_link(s, returned);
	bpf_link__destroy(returned);
	return err;
}

/* ---- one link for many ---- */

static int attach_names(const struct calls *c, const char **names, size_t n)
{
	LIBBPF_OPTS(bpf_kprobe_multi_opts, opts, .cnt = n, .syms = names);
	LIBBPF_OPTS(bpf_kprobe_multi_opts, return_opts, .cnt = n, .syms = names, .retprobe = true);
	struct bpf_program *on_return = c->programs->multi_return;
	struct bpf_link *returned = NULL;

	if (on_return) {
		returned = bpf_program__attach_kprobe_multi_opts(on_return, NULL, &return_opts);
		if (!returned)
			return -errno;
	}
	return keep_pair(c->s, bpf_program__attach_kprobe_multi_opts(c->programs->multi, NULL, &opts), returned);
}

static int attach_multi(void *with, size_t from, size_t n)
{
	const struct calls *c = with;
	const char **names = malloc(n * sizeof(*names));
	int err;

	if (!names)
		return -ENOMEM;
	for (size_t i = 0; i < n; i++)
		names[i] = c->list[from + i].name;
	err = attach_names(c, names, n);
	free(names);
	return err;
}

/* ---- one by one ---- */

static int attach_single(void *with, size_t i, size_t n)
{
	const struct calls *c = with;
	struct bpf_program *on_return = c->programs->single_return;
	struct bpf_link *returned = NULL;
	const char *name = c->list[i].name;

	(void)n; /* it is 1 */
	if (on_return) {
		returned = bpf_program__attach_kprobe(on_return, true, name);
		if (!returned)
			return -errno;
	}
	return keep_pair(c->s, bpf_program__attach_kprobe(c->programs->single, false, name), returned);
}

int function_attach(struct session *s, const struct function_programs *p, const struct functions *f)
{
	struct calls calls = {s, p, f->list};
	struct attach_set set = {f->list, attach_single, &calls, 0};
	struct attaching a = attaching_begin(s);
	int err;

	if (!f->n)
		return 0;
	if (bpf_program__autoload(p->multi)) {
		s->attach = "kprobe_multi";
		set.attach = attach_multi;
		set.fatal = -EOPNOTSUPP; /* the kernel lacks the link */
		err = attaching_halves(&a, &set, 0, f->n);
	} else {
		s->attach = "kprobe";
		err = attaching_each(&a, &set, f->n);
	}
	return attaching_end(&a, err, "of these functions");
}
