// SPDX-License-Identifier: GPL-2.0-or-later
/* Attaching funccount's targets, each kind by a probe of its own. */
#include "../../source/function_attach.h"
#include "funccount.skel.h"
#include "targets.h"

#include <errno.h>
#include <string.h>

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
	const struct function_programs programs = {.multi = o->progs.functions, .single = o->progs.function};
	int err = function_attach(s, &programs, &t->kernel);

	if (!err)
		err = attach_tracepoints(s, &t->tracepoints, o->progs.tracepoint);
	return err ? err : attach_user(s, t, o->progs.user_function);
}
