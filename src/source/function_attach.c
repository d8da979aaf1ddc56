// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Kernel functions go into one link where the kernel can (kprobe.multi); a set that it refuses is halved until the
 * functions to blame are found and named. Without that link each function is a kprobe of its own: slow to attach,
 * so progress is told.
 *
 * The return is attached before the entry: a call in between is a return without a start, which is seen, and not
 * a start that waits for ever.
 */
#include "function_attach.h"

#include "../log.h"
#include "../sys/diagnose.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BLAMED_MAX 10

struct attaching {
	struct session *s;
	const struct function_programs *programs;
	size_t attached, refused;
	int last_err;
	uint64_t started_ns, told_ns;
};

static void use(struct session *s, struct bpf_program *program, bool on)
{
	if (program)
		bpf_use(s, program, on);
}

int function_attach_choose(struct session *s, const struct function_programs *p, size_t n, bool wanted)
{
	bool multi = wanted && bpf_has_kprobe_multi();

	use(s, p->multi, multi);
	use(s, p->multi_return, multi);
	use(s, p->single, wanted && !multi);
	use(s, p->single_return, wanted && !multi);
	if (!wanted || multi)
		return 0;
	if (!bpf_has_kprobe())
		return cannot(s, -ENOTSUP, "this kernel has no kprobes for BPF (CONFIG_KPROBE_EVENTS, CONFIG_FPROBE)");
	if (n > FUNCTIONS_SINGLE && s->set->backend == BACKEND_AUTO)
		return cannot(s, -ENOTSUP,
					  "this kernel has no kprobe.multi link (5.18, CONFIG_FPROBE), and %zu single probes are slow", n);
	return 0;
}

static void blame(struct attaching *a, const char *name, int err)
{
	a->refused++;
	a->last_err = err;
	if (a->refused <= BLAMED_MAX)
		warn("%s cannot be probed: %s", name, strerror(-err));
}

static void tell_progress(struct attaching *a, size_t of)
{
	uint64_t now = clock_ns();

	if (now - a->started_ns < 1000000000 || now - a->told_ns < 1000000000 || !isatty(STDERR_FILENO))
		return;
	a->told_ns = now;
	warn("attached %zu of %zu functions", a->attached, of);
}

/* Both or none. entry NULL with errno set: it was refused */
static int keep_pair(struct attaching *a, struct bpf_link *entry, struct bpf_link *returned)
{
	int err = entry ? 0 : -errno;

	if (entry)
		err = bpf_keep_link(a->s, entry);
	if (!returned)
		return err;
	if (!err)
		return bpf_keep_link(a->s, returned);
	bpf_link__destroy(returned);
	return err;
}

/* ---- one link for many ---- */

static int attach_names(struct attaching *a, const char **names, size_t n)
{
	LIBBPF_OPTS(bpf_kprobe_multi_opts, opts, .cnt = n, .syms = names);
	LIBBPF_OPTS(bpf_kprobe_multi_opts, return_opts, .cnt = n, .syms = names, .retprobe = true);
	struct bpf_program *on_return = a->programs->multi_return;
	struct bpf_link *returned = NULL;

	if (on_return) {
		returned = bpf_program__attach_kprobe_multi_opts(on_return, NULL, &return_opts);
		if (!returned)
			return -errno;
	}
	return keep_pair(a, bpf_program__attach_kprobe_multi_opts(a->programs->multi, NULL, &opts), returned);
}

static int attach_multi(struct attaching *a, const struct function *list, size_t n)
{
	const char **names = malloc(n * sizeof(*names));
	int err;

	if (!names)
		return -ENOMEM;
	for (size_t i = 0; i < n; i++)
		names[i] = list[i].name;
	err = attach_names(a, names, n);
	free(names);
	return err;
}

/* Gives up at once where the kernel lacks the link: nobody is to blame then. */
static int attach_halves(struct attaching *a, const struct function *list, size_t n)
{
	int err = n ? attach_multi(a, list, n) : 0;

	if (!err) {
		a->attached += n;
		return 0;
	}
	if (err == -EOPNOTSUPP || err == -EPERM || err == -ENOMEM)
		return err;
	if (n == 1) {
		blame(a, list->name, err);
		return 0;
	}
	err = attach_halves(a, list, n / 2);
	return err ? err : attach_halves(a, list + n / 2, n - n / 2);
}

/* ---- one by one ---- */

static int attach_single(struct attaching *a, const char *name)
{
	struct bpf_program *on_return = a->programs->single_return;
	struct bpf_link *returned = NULL;

	if (on_return) {
		returned = bpf_program__attach_kprobe(on_return, true, name);
		if (!returned)
			return -errno;
	}
	return keep_pair(a, bpf_program__attach_kprobe(a->programs->single, false, name), returned);
}

static int attach_singles(struct attaching *a, const struct functions *f)
{
	for (size_t i = 0; i < f->n && !a->s->stop; i++) {
		int err = attach_single(a, f->list[i].name);

		if (err == -ENOMEM)
			return err;
		if (err)
			blame(a, f->list[i].name, err);
		else
			a->attached++;
		tell_progress(a, f->n);
	}
	return 0;
}

int function_attach(struct session *s, const struct function_programs *p, const struct functions *f)
{
	struct attaching a = {.s = s, .programs = p, .started_ns = clock_ns()};
	bool multi = bpf_program__autoload(p->multi);
	int err;

	if (!f->n)
		return 0;
	s->attach = multi ? "kprobe_multi" : "kprobe";
	err = multi ? attach_halves(&a, f->list, f->n) : attach_singles(&a, f);
	if (a.refused > BLAMED_MAX)
		warn("and %zu more", a.refused - BLAMED_MAX);
	if (err)
		return diagnose_attach(s, err);
	return a.attached ? 0 : cannot(s, a.last_err, "none of these functions can be probed: %s", strerror(-a.last_err));
}
