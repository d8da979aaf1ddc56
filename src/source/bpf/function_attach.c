// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * One link takes many kernel functions where the kernel has it (kprobe.multi). Without that link each is a kprobe of
 * its own.
 *
 * The return is attached before the entry: a call in between is a return without a start, which is seen, and not
 * a start that waits for ever.
 */
#include "function_attach.h"

#include "attach_many.h"
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

static bool is_multi(const struct function_programs *p)
{
	const struct bpf_program *program = p->multi ? p->multi : p->multi_return;

	return program && bpf_program__autoload(program);
}

static struct bpf_link *attach_program(const struct function_programs *p, bool is_return, const char **names, size_t n,
									   uint64_t offset)
{
	LIBBPF_OPTS(bpf_kprobe_multi_opts, many, .cnt = n, .syms = names, .retprobe = is_return);
	LIBBPF_OPTS(bpf_kprobe_opts, one, .retprobe = is_return, .offset = offset);

	if (is_multi(p))
		return bpf_program__attach_kprobe_multi_opts(is_return ? p->multi_return : p->multi, NULL, &many);
	return bpf_program__attach_kprobe_opts(is_return ? p->single_return : p->single, *names, &one);
}

/* Both or none, the return first */
static int attach_names(const struct calls *c, const char **names, size_t n, uint64_t offset)
{
	const struct function_programs *p = c->programs;
	bool wanted[] = {p->multi || p->single, p->multi_return || p->single_return};
	struct bpf_link *links[2] = {NULL};
	int err = 0;

	for (int is_return = 1; is_return >= 0 && !err; is_return--)
		if (wanted[is_return] && !(links[is_return] = attach_program(p, is_return, names, n, offset)))
			err = -errno;
	for (int i = 0; i < 2; i++) {
		if (err)
			bpf_link__destroy(links[i]);
		else if (links[i])
			err = bpf_keep_link(c->s, links[i]);
	}
	return err;
}

static int attach(void *with, size_t from, size_t n)
{
	const struct calls *c = with;
	const char **names = malloc(n * sizeof(*names));
	int err;

	if (!names)
		return -ENOMEM;
	for (size_t i = 0; i < n; i++)
		names[i] = c->list[from + i].name;
	err = attach_names(c, names, n, c->programs->offset + c->list[from].address);
	free(names);
	return err;
}

int function_attach_one(struct session *s, const struct function_programs *p, const struct function *f)
{
	struct calls calls = {s, p, f};

	return attach(&calls, 0, 1);
}

int function_attach(struct session *s, const struct function_programs *p, const struct functions *f)
{
	struct calls calls = {s, p, f->list};
	struct attach_set set = {
		.list = f->list,
		.n = f->n,
		.attach = attach,
		.with = &calls,
		.at_once = is_multi(p),
		.fatal = is_multi(p) ? -EOPNOTSUPP : 0, /* the kernel lacks the link */
		.what = "of these functions",
	};

	if (!f->n)
		return 0;
	s->attach = set.at_once ? "kprobe_multi" : "kprobe";
	return attach_many(s, &set);
}
