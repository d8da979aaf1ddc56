// SPDX-License-Identifier: GPL-2.0-or-later
#include "bpf_user.h"

#include "source/bpf/kernel.h"
#include "source/bpf/object.h"
#include "source/bpf/user_attach.h"
#include "sys/diagnose.h"
#include "sys/privileges.h"
#include "sys/uprobe_event.h"
#include "generic.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* The events of a single function, [1] at its return, from before the programs are loaded until they are attached */
static struct uprobe_event *begun[2];

static void begin_events(const struct session *s)
{
	const struct probe *p = &generic_of(s)->probe;

	for (int is_return = 0; is_return < 2; is_return++)
		if (generic_of(s)->latency || p->is_return || !is_return)
			begun[is_return] =
				uprobe_event_begin(p->path, p->found.list[0].address + p->offset, user_attach_process(s), is_return);
}

void generic_user_choose(struct session *s, struct bpf_program *program, struct bpf_program *begin)
{
	bool single = generic_of(s)->probe.found.n == 1;

	/* For one function a perf event is faster: to try uprobe.multi takes some milliseconds. */
	if (!(single && has_capability(CAP_SYS_ADMIN)) && user_attach_has_multi(s)) {
		user_attach_use_multi(program);
		if (begin)
			user_attach_use_multi(begin);
	} else if (single) {
		begin_events(s);
	}
}

int generic_refused(struct session *s, int err, const char *what)
{
	return err == -EPERM || err == -EACCES
			   ? diagnose_attach(&s->why, err)
			   : cannot(s, err, "cannot probe %s: %s", what,
						err == -EILSEQ ? "the offset is not that of an instruction" : strerror(-err));
}

static int attach_begun(struct session *s, const struct bpf_program *program, bool is_return)
{
	int err, event = uprobe_event_take(begun[is_return]);
	struct bpf_link *link;

	begun[is_return] = NULL;
	if (event < 0)
		return event;
	link = bpf_program__attach_perf_event(program, event);
	if (link)
		return bpf_keep_link(s, link);
	err = -errno;
	close(event);
	return err;
}

static uint64_t place_in_list(size_t i)
{
	return i + 1;
}

int generic_user_attach(struct session *s, const struct bpf_program *program, bool is_return)
{
	const struct probe *p = &generic_of(s)->probe;
	const struct user_places places = {
		.functions = &p->found,
		.file = p->path,
		.offset = p->offset,
		.is_return = is_return,
		.cookie = p->found.n > 1 && bpf_has_cookies() ? place_in_list : NULL,
	};
	int err;

	if (p->found.n > 1 || user_attach_is_multi(program))
		return user_attach(s, program, &places);
	s->attach = is_return ? "uretprobe" : "uprobe";
	err = attach_begun(s, program, is_return);
	return err ? generic_refused(s, err, p->found.list[0].name) : 0;
}

void generic_user_close(struct session *s)
{
	(void)s;
	for (int is_return = 0; is_return < 2; is_return++) {
		int event = uprobe_event_take(begun[is_return]);

		begun[is_return] = NULL;
		if (event >= 0)
			close(event);
	}
}
