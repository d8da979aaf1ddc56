// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Attaching to user functions and static probes: those of a file in one link where the kernel can (uprobe.multi), else
 * one by one. A set that the kernel refuses is halved until the places to blame are found and named.
 */
#include "../../source/bpf.h"
#include "../../sys/uprobe_multi.h"
#include "attach.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct user_attaching {
	struct attaching *a;
	const struct targets *t;
	struct bpf_program *program;
	pid_t pid; /* -1: every process */
	uint64_t *offsets, *semaphores, *cookies;
	bool counters; /* any semaphores? */
};

static uint64_t cookie_of(const struct targets *t, size_t i)
{
	return t->tracepoints.n + targets_user_first(t, i);
}

static int attach_one(struct user_attaching *u, size_t i)
{
	const struct function *f = &u->t->user.list[i];
	LIBBPF_OPTS(bpf_uprobe_opts, opts, .bpf_cookie = cookie_of(u->t, i), .ref_ctr_offset = f->semaphore);
	struct bpf_link *link = bpf_program__attach_uprobe_opts(u->program, u->pid, u->t->files[i], f->address, &opts);

	return link ? bpf_keep_link(u->a->s, link) : -errno;
}

static int attach_link(struct user_attaching *u, size_t from, size_t n)
{
	struct uprobe_multi places = {
		.path = u->t->files[from],
		.pid = u->pid < 0 ? 0 : u->pid,
		.n = (uint32_t)n,
		.offsets = u->offsets + from,
		.semaphores = u->counters ? u->semaphores + from : NULL,
		.cookies = u->cookies + from,
	};
	int fd = uprobe_multi_link(bpf_program__fd(u->program), &places);

	return fd < 0 ? fd : bpf_keep_fd(u->a->s, fd);
}

static int attach_halves(struct user_attaching *u, size_t from, size_t n)
{
	int err = attach_link(u, from, n);

	if (!err) {
		u->a->attached += n;
		return 0;
	}
	if (err == -EPERM || err == -ENOMEM || err == -ESRCH)
		return err;
	if (n == 1) {
		attach_blame(u->a, u->t->user.list[from].name, err);
		return 0;
	}
	err = attach_halves(u, from, n / 2);
	return err ? err : attach_halves(u, from + n / 2, n - n / 2);
}

static int attach_files(struct user_attaching *u)
{
	const struct functions *f = &u->t->user;
	int err = 0;

	for (size_t from = 0, to; from < f->n && !err; from = to) {
		for (to = from + 1; to < f->n && !strcmp(u->t->files[from], u->t->files[to]);)
			to++;
		err = attach_halves(u, from, to - from);
	}
	return err;
}

static int attach_multi(struct user_attaching *u)
{
	const struct functions *f = &u->t->user;
	int err = -ENOMEM;

	u->offsets = calloc(f->n, sizeof(uint64_t));
	u->semaphores = calloc(f->n, sizeof(uint64_t));
	u->cookies = calloc(f->n, sizeof(uint64_t));
	if (u->offsets && u->semaphores && u->cookies) {
		for (size_t i = 0; i < f->n; i++) {
			u->offsets[i] = f->list[i].address;
			u->semaphores[i] = f->list[i].semaphore;
			u->counters |= f->list[i].semaphore != 0;
			u->cookies[i] = cookie_of(u->t, i);
		}
		err = attach_files(u);
	}
	free(u->offsets);
	free(u->semaphores);
	free(u->cookies);
	return err;
}

static int attach_singles(struct user_attaching *u)
{
	for (size_t i = 0; i < u->t->user.n && !attach_interrupted(u->a); i++) {
		int err = attach_one(u, i);

		if (err == -ENOMEM || err == -ESRCH)
			return err;
		if (err)
			attach_blame(u->a, u->t->user.list[i].name, err);
		else
			u->a->attached++;
		attach_progress(u->a, u->a->attached, u->t->user.n);
	}
	return 0;
}

int attach_user(struct attaching *a, const struct targets *t, struct bpf_program *program)
{
	struct session *s = a->s;
	struct user_attaching u = {a, t, program, s->set->npids == 1 ? (pid_t)s->set->pids[0] : -1, .counters = false};
	bool multi = (unsigned)bpf_program__expected_attach_type(program) == TRACE_UPROBE_MULTI;
	int err;

	if (!t->user.n)
		return 0;
	s->attach = multi ? "uprobe_multi" : "uprobe";
	err = multi ? attach_multi(&u) : attach_singles(&u);
	if (err == -ESRCH)
		return cannot(s, err, "no process %d", (int)u.pid);
	return attach_end(a, err, "of these user functions");
}
