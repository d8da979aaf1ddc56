// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Kernel functions where there is no link for many: one event that all of them raise, else, without tracefs, a kprobe
 * each. The event is switched on and off at once; single kprobes cost the kernel grace periods one after another, which
 * several threads cannot shorten (they are waited for under a mutex).
 */
#include "attach.h"

#include "../../source/bpf.h"
#include "../../sys/kprobe_event.h"
#include "../../sys/tracefs.h"

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

static int attach_event(struct attaching *a, struct bpf_program *program)
{
	int fd = open_event();
	struct bpf_link *link;

	if (fd < 0)
		return fd;
	link = bpf_program__attach_perf_event(program, fd);
	if (link)
		return bpf_keep_link(a->s, link);
	close(fd);
	return -errno;
}

void attach_to_event(struct attaching *a, const struct functions *f)
{
	for (size_t i = 0; i < f->n && !attach_interrupted(a); i++) {
		int err = kprobe_event_add(f->list[i].name);

		if (err)
			attach_blame(a, f->list[i].name, err);
		else
			a->attached++;
		attach_progress(a, i + 1, f->n);
	}
}

static int attach_singles(struct attaching *a, struct bpf_program *program, const struct functions *f)
{
	for (size_t i = 0; i < f->n && !attach_interrupted(a); i++) {
		struct bpf_link *link = bpf_program__attach_kprobe(program, false, f->list[i].name);

		if (!link)
			attach_blame(a, f->list[i].name, -errno);
		else if (bpf_keep_link(a->s, link))
			return -ENOMEM;
		else
			a->attached++;
		attach_progress(a, i + 1, f->n);
	}
	return 0;
}

int attach_kprobes(struct attaching *a, struct bpf_program *program, const struct functions *f)
{
	if (f->n == 1 || tracefs_find(a->s) || !kprobe_event_possible()) {
		a->s->attach = "kprobe";
		a->s->why[0] = '\0'; /* tracefs_find()'s */
		return attach_singles(a, program, f);
	}
	a->s->attach = "kprobe_event";
	attach_to_event(a, f);
	return a->attached ? attach_event(a, program) : 0;
}
