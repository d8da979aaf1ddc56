// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Attaching funccount's targets. Kernel functions go into one link where the kernel can (kprobe.multi); a set
 * that it refuses is halved until the functions to blame are found and named. Without that link each function
 * is a kprobe of its own: slow to attach, so progress is told.
 */
#include "../../log.h"
#include "../../source/bpf.h"
#include "../../sys/diagnose.h"
#include "funccount.skel.h"
#include "targets.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BLAMED_MAX 10

struct attaching {
	struct session *s;
	size_t attached, refused;
	int last_err;
	uint64_t started_ns, told_ns;
};

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

/* ---- one link for many ---- */

static int attach_multi(struct attaching *a, struct bpf_program *program, const struct function *list, size_t n)
{
	const char **names = malloc(n * sizeof(*names));
	LIBBPF_OPTS(bpf_kprobe_multi_opts, opts, .cnt = n, .syms = names);
	struct bpf_link *link;

	if (!names)
		return -ENOMEM;
	for (size_t i = 0; i < n; i++)
		names[i] = list[i].name;
	link = bpf_program__attach_kprobe_multi_opts(program, NULL, &opts);
	free(names);
	return link ? bpf_keep_link(a->s, link) : -errno;
}

/* Gives up at once where the kernel lacks the link: nobody is to blame then. */
static int attach_halves(struct attaching *a, struct bpf_program *program, const struct function *list, size_t n)
{
	int err = n ? attach_multi(a, program, list, n) : 0;

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
	err = attach_halves(a, program, list, n / 2);
	return err ? err : attach_halves(a, program, list + n / 2, n - n / 2);
}

/* ---- one by one ---- */

static int attach_singles(struct attaching *a, struct bpf_program *program, const struct functions *f)
{
	for (size_t i = 0; i < f->n && !a->s->stop; i++) {
		struct bpf_link *link = bpf_program__attach_kprobe(program, false, f->list[i].name);

		if (!link)
			blame(a, f->list[i].name, -errno);
		else if (bpf_keep_link(a->s, link))
			return -ENOMEM;
		else
			a->attached++;
		tell_progress(a, f->n);
	}
	return 0;
}

static int attach_kernel(struct attaching *a, struct targets *t, struct funccount_bpf *o)
{
	int err;

	if (!t->kernel.n)
		return 0;
	if (bpf_program__autoload(o->progs.functions)) {
		a->s->attach = "kprobe_multi";
		err = attach_halves(a, o->progs.functions, t->kernel.list, t->kernel.n);
	} else {
		a->s->attach = "kprobe";
		err = attach_singles(a, o->progs.function, &t->kernel);
	}
	if (a->refused > BLAMED_MAX)
		warn("and %zu more", a->refused - BLAMED_MAX);
	if (err)
		return diagnose_attach(a->s, err);
	return a->attached ? 0
					   : cannot(a->s, a->last_err, "none of these functions can be probed: %s", strerror(-a->last_err));
}

static int attach_tracepoints(struct session *s, const struct functions *f, struct bpf_program *program)
{
	for (size_t i = 0; i < f->n; i++) {
		LIBBPF_OPTS(bpf_tracepoint_opts, opts, .bpf_cookie = i);
		char category[256];
		const char *colon = strchr(f->list[i].name, ':');
		struct bpf_link *link;

		snprintf(category, sizeof(category), "%.*s", (int)(colon - f->list[i].name), f->list[i].name);
		link = bpf_program__attach_tracepoint_opts(program, category, colon + 1, &opts);
		if (!link)
			return cannot(s, -errno, "cannot attach to the tracepoint %s: %s", f->list[i].name, strerror(errno));
		if (bpf_keep_link(s, link))
			return -ENOMEM;
		s->attach = "tracepoint";
	}
	return 0;
}

static int attach_user(struct session *s, const struct targets *t, struct bpf_program *program)
{
	pid_t pid = s->set->npids == 1 ? (pid_t)s->set->pids[0] : -1;

	for (size_t i = 0; i < t->user.n; i++) {
		LIBBPF_OPTS(bpf_uprobe_opts, opts, .bpf_cookie = t->tracepoints.n + i);
		struct bpf_link *link =
			bpf_program__attach_uprobe_opts(program, pid, t->files[i], t->user.list[i].address, &opts);

		if (!link)
			return cannot(s, -errno, "cannot attach to %s in %s: %s", t->user.list[i].name, t->files[i],
						  strerror(errno));
		if (bpf_keep_link(s, link))
			return -ENOMEM;
		s->attach = "uprobe";
	}
	return 0;
}

int targets_attach(struct session *s, struct targets *t, struct funccount_bpf *o)
{
	struct attaching a = {.s = s, .started_ns = clock_ns()};
	int err = attach_kernel(&a, t, o);

	if (!err)
		err = attach_tracepoints(s, &t->tracepoints, o->progs.tracepoint);
	return err ? err : attach_user(s, t, o->progs.user_function);
}
