// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Attaching funccount's targets. Kernel functions go into one link where the kernel can (kprobe.multi); a set
 * that it refuses is halved until the functions to blame are found and named. Without that link see
 * attach_kprobes.c.
 */
#include "attach.h"

#include "../../log.h"
#include "../../loop.h"
#include "../../source/bpf.h"
#include "../../sys/diagnose.h"
#include "../../sys/kprobe_event.h"
#include "funccount.skel.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define BLAMED_MAX 10

void attach_blame(struct attaching *a, const char *name, int err)
{
	a->refused++;
	a->last_err = err;
	if (a->refused <= BLAMED_MAX)
		warn("%s cannot be probed: %s", name, kprobe_event_reason(err));
}

void attach_progress(struct attaching *a, size_t done, size_t of)
{
	uint64_t now = clock_ns();

	if (a->s->set->quiet || now - a->started_ns < 1000000000 || now - a->told_ns < 1000000000)
		return;
	a->told_ns = now;
	warn("attached to %zu of %zu functions", done, of);
}

bool attach_interrupted(struct attaching *a)
{
	if (loop_interrupted())
		a->s->stop = true;
	return a->s->stop;
}

int attach_end(struct attaching *a, int err, const char *what)
{
	if (a->refused > BLAMED_MAX)
		warn("and %zu more", a->refused - BLAMED_MAX);
	if (err)
		return diagnose_attach(a->s, err);
	if (a->attached || a->s->stop)
		return 0;
	return cannot(a->s, a->last_err, "none %s can be probed: %s", what, kprobe_event_reason(a->last_err));
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
		attach_blame(a, list->name, err);
		return 0;
	}
	err = attach_halves(a, program, list, n / 2);
	return err ? err : attach_halves(a, program, list + n / 2, n - n / 2);
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
		err = attach_kprobes(a, o->progs.function, &t->kernel);
	}
	return attach_end(a, err, "of these functions");
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

int targets_attach(struct session *s, struct targets *t, struct funccount_bpf *o)
{
	struct attaching a = {.s = s, .started_ns = clock_ns()};
	int err = attach_kernel(&a, t, o);

	if (!err)
		err = attach_tracepoints(s, &t->tracepoints, o->progs.tracepoint);
	a = (struct attaching){.s = s, .started_ns = clock_ns()};
	return err ? err : attach_user(&a, t, o->progs.user_function);
}
