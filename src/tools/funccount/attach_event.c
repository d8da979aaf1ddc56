// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Kernel functions on kernels without a link for many: all of them raise one event, which is switched on and off at
 * once. Single kprobes remain for machines without tracefs. They cost the kernel a grace period each, which it waits
 * for under a mutex, so several threads would not help.
 */
#include "attach_event.h"

#include "source/bpf/attach_many.h"
#include "source/bpf/object.h"
#include "sys/diagnose.h"
#include "sys/functions.h"
#include "sys/kprobe_event.h"
#include "sys/tracefs.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

static int open_event(void)
{
	struct perf_event_attr attr = {.type = PERF_TYPE_TRACEPOINT, .size = sizeof(attr)};
	int id = kprobe_event_id();
	long fd;

	if (id < 0)
		return id;
	attr.config = (uint64_t)id;
	fd = syscall(SYS_perf_event_open, &attr, -1, 0, -1, PERF_FLAG_FD_CLOEXEC); /* the program runs on every CPU */
	return fd < 0 ? -errno : (int)fd;
}

static int attach_program(struct session *s, struct bpf_program *program)
{
	int fd = open_event(), err;
	struct bpf_link *link;

	if (fd < 0)
		return fd;
	link = bpf_program__attach_perf_event(program, fd);
	if (link)
		return bpf_keep_link(s, link);
	err = -errno;
	close(fd);
	return err;
}

static int add_function(void *with, size_t i, size_t n)
{
	const struct functions *f = with;

	(void)n; /* it is 1 */
	return kprobe_event_add(f->list[i].name);
}

bool attach_event_possible(struct session *s)
{
	if (!tracefs_find(&s->why))
		return kprobe_event_possible();
	s->why.text[0] = '\0';
	return false;
}

int attach_event(struct session *s, struct bpf_program *program, const struct functions *f)
{
	struct attach_set set = {
		.list = f->list, .n = f->n, .attach = add_function, .with = (void *)f, .what = "of these functions"};
	int err = attach_many(s, &set);

	if (err || !set.attached || !program)
		return err;
	s->attach = "kprobe_event";
	err = attach_program(s, program);
	return err ? diagnose_attach(&s->why, err) : 0;
}
