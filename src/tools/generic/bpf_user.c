// SPDX-License-Identifier: GPL-2.0-or-later
#include "bpf_user.h"

#include "source/bpf/kernel.h"
#include "source/bpf/object.h"
#include "sys/diagnose.h"
#include "sys/privileges.h"
#include "sys/uprobe_event.h"
#include "sys/uprobe_multi.h"
#include "generic.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The events of a single function, [1] at its return, from before the programs are loaded until they are attached */
static struct uprobe_event *begun[2];

static pid_t only_process(const struct session *s)
{
	return s->set->npids == 1 ? (pid_t)s->set->pids[0] : -1;
}

/* For one function a perf event is faster: to try uprobe.multi takes some milliseconds. */
static bool multi_wanted(const struct session *s)
{
	if (generic_of(s)->probe.found.n == 1 && has_capability(CAP_SYS_ADMIN))
		return false;
	return only_process(s) < 0 ? uprobe_multi_works() : uprobe_multi_sees_threads();
}

static uint64_t place_of(const struct probe *p, size_t i)
{
	return p->found.list[i].address + p->offset;
}

static struct uprobe_event *begin_event(const struct session *s, size_t i, bool is_return)
{
	const struct probe *p = &generic_of(s)->probe;

	return uprobe_event_begin(p->path, place_of(p, i), only_process(s), is_return);
}

static void begin_events(const struct session *s)
{
	const struct generic *g = generic_of(s);
	const struct probe *p = &g->probe;

	if (p->found.n > 1)
		return;
	for (int is_return = 0; is_return < 2; is_return++)
		if (g->latency || p->is_return || !is_return)
			begun[is_return] = begin_event(s, 0, is_return);
}

void generic_user_choose(struct session *s, struct bpf_program *program, struct bpf_program *begin)
{
	if (!multi_wanted(s)) {
		begin_events(s);
		return;
	}
	bpf_program__set_expected_attach_type(program, (enum bpf_attach_type)TRACE_UPROBE_MULTI);
	if (begin)
		bpf_program__set_expected_attach_type(begin, (enum bpf_attach_type)TRACE_UPROBE_MULTI);
}

int generic_refused(struct session *s, int err, const char *what)
{
	return err == -EPERM || err == -EACCES
			   ? diagnose_attach(&s->why, err)
			   : cannot(s, err, "cannot probe %s: %s", what,
						err == -EILSEQ ? "the offset is not that of an instruction" : strerror(-err));
}

static int link_all(struct session *s, const struct bpf_program *program, bool is_return, uint64_t *offsets,
					uint64_t *cookies)
{
	const struct probe *p = &generic_of(s)->probe;
	struct uprobe_multi places = {
		.path = p->path,
		.pid = only_process(s) < 0 ? 0 : only_process(s),
		.is_return = is_return,
		.n = (uint32_t)p->found.n,
		.offsets = offsets,
		.cookies = cookies,
	};
	int fd;

	for (size_t i = 0; i < p->found.n; i++) {
		offsets[i] = place_of(p, i);
		cookies[i] = i + 1;
	}
	fd = uprobe_multi_link(bpf_program__fd(program), &places);
	return fd < 0 ? fd : bpf_keep_fd(s, fd);
}

static int attach_multi(struct session *s, const struct bpf_program *program, bool is_return)
{
	const struct probe *p = &generic_of(s)->probe;
	size_t n = p->found.n;
	uint64_t *offsets = calloc(n, sizeof(*offsets)), *cookies = calloc(n, sizeof(*cookies));
	int err = offsets && cookies ? link_all(s, program, is_return, offsets, cookies) : -ENOMEM;

	free(offsets);
	free(cookies);
	s->attach = is_return ? "uretprobe_multi" : "uprobe_multi";
	return err ? generic_refused(s, err, p->symbol) : 0;
}

static int take_event(const struct session *s, size_t i, bool is_return)
{
	struct uprobe_event *event = begun[is_return] ? begun[is_return] : begin_event(s, i, is_return);

	begun[is_return] = NULL;
	return uprobe_event_take(event);
}

static int attach_single(struct session *s, const struct bpf_program *program, bool is_return, size_t i)
{
	const struct probe *p = &generic_of(s)->probe;
	LIBBPF_OPTS(bpf_perf_event_opts, opts, .bpf_cookie = p->found.n > 1 && bpf_has_cookies() ? i + 1 : 0);
	int err, event = take_event(s, i, is_return);
	struct bpf_link *link;

	if (event < 0)
		return generic_refused(s, event, p->found.list[i].name);
	link = bpf_program__attach_perf_event_opts(program, event, &opts);
	if (link)
		return bpf_keep_link(s, link);
	err = -errno;
	close(event);
	return generic_refused(s, err, p->found.list[i].name);
}

int generic_user_attach(struct session *s, const struct bpf_program *program, bool is_return)
{
	int err = 0;

	if ((unsigned)bpf_program__expected_attach_type(program) == TRACE_UPROBE_MULTI)
		return attach_multi(s, program, is_return);
	s->attach = is_return ? "uretprobe" : "uprobe";
	for (size_t i = 0; i < generic_of(s)->probe.found.n && !err; i++)
		err = attach_single(s, program, is_return, i);
	return err;
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
