// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Attaching funccount's targets, each kind in its way. Kernel functions share an event where there is no link for many:
 * see attach_event.c.
 */
#include "attach.h"

#include "source/bpf/object.h"
#include "source/bpf/user_attach.h"
#include "ftrace.h"
#include "funccount.skel.h"

#include <errno.h>
#include <string.h>

static int attach_kernel(struct session *s, const struct functions *f, struct funccount_bpf *o)
{
	struct function_programs programs = funccount_kernel_programs(o);

	if (bpf_program__autoload(o->progs.typed_function))
		return attach_typed(s, o->progs.typed_function, f);
	if (f->n > 1 && !bpf_program__autoload(programs.multi) && attach_event_possible(s))
		return attach_event(s, programs.single, f);
	return function_attach(s, &programs, f);
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

static uint64_t user_cookie(size_t i)
{
	return funccount.targets.tracepoints.n + targets_user_first(&funccount.targets, i);
}

int targets_attach(struct session *s, struct targets *t, struct funccount_bpf *o)
{
	const struct user_places user = {.functions = &t->user, .files = t->files, .cookie = user_cookie};
	int err = attach_kernel(s, &t->kernel, o);

	if (!err)
		err = attach_tracepoints(s, &t->tracepoints, o->progs.tracepoint);
	return err ? err : user_attach(s, o->progs.user_function, &user);
}
