// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Attaching to user functions and static probes: those of a file in one link where the kernel can (uprobe.multi), else
 * one by one.
 */
#include "attach_user.h"

#include "source/bpf/attaching.h"
#include "source/bpf/bpf.h"
#include "sys/uprobe_multi.h"
#include "tools/functions/user.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct user_attaching {
	struct session *s;
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

static int attach_one(void *with, size_t i, size_t n)
{
	struct user_attaching *u = with;
	const struct function *f = &u->t->user.list[i];
	LIBBPF_OPTS(bpf_uprobe_opts, opts, .bpf_cookie = cookie_of(u->t, i), .ref_ctr_offset = f->semaphore);
	struct bpf_link *link = bpf_program__attach_uprobe_opts(u->program, u->pid, u->t->files[i], f->address, &opts);

	(void)n; /* it is 1 */
	return link ? bpf_keep_link(u->s, link) : -errno;
}

static int attach_link(void *with, size_t from, size_t n)
{
	struct user_attaching *u = with;
	struct uprobe_multi places = {
		.path = u->t->files[from],
		.pid = u->pid < 0 ? 0 : u->pid,
		.n = (uint32_t)n,
		.offsets = u->offsets + from,
		.semaphores = u->counters ? u->semaphores + from : NULL,
		.cookies = u->cookies + from,
	};
	int fd = uprobe_multi_link(bpf_program__fd(u->program), &places);

	return fd < 0 ? fd : bpf_keep_fd(u->s, fd);
}

static int attach_files(struct attaching *a, struct user_attaching *u)
{
	const struct functions *f = &u->t->user;
	const struct attach_set set = {f->list, attach_link, u, -ESRCH};
	int err = 0;

	for (size_t from = 0, to; from < f->n && !err; from = to) {
		for (to = from + 1; to < f->n && !strcmp(u->t->files[from], u->t->files[to]);)
			to++;
		err = attaching_halves(a, &set, from, to - from);
	}
	return err;
}

static int attach_multi(struct attaching *a, struct user_attaching *u)
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
		err = attach_files(a, u);
	}
	free(u->offsets);
	free(u->semaphores);
	free(u->cookies);
	return err;
}

int attach_user(struct session *s, const struct targets *t, struct bpf_program *program)
{
	struct user_attaching u = {s, t, program, s->set->npids == 1 ? (pid_t)s->set->pids[0] : -1, .counters = false};
	const struct attach_set singles = {t->user.list, attach_one, &u, -ESRCH};
	bool multi = (unsigned)bpf_program__expected_attach_type(program) == TRACE_UPROBE_MULTI;
	struct attaching a = attaching_begin(s);
	int err;

	if (!t->user.n)
		return 0;
	s->attach = multi ? "uprobe_multi" : "uprobe";
	err = multi ? attach_multi(&a, &u) : attaching_each(&a, &singles, t->user.n);
	if (err == -ESRCH)
		return cannot(s, err, "no process %d", (int)u.pid);
	return attaching_end(&a, err, "of these user functions");
}
