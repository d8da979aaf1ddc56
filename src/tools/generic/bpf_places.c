// SPDX-License-Identifier: GPL-2.0-or-later
#include "bpf_places.h"

#include "source/bpf/constants.h"
#include "source/bpf/object.h"
#include "source/bpf/user_attach.h"
#include "sys/kprobe_perf.h"
#include "sys/uprobe_event.h"
#include "bpf_user.h"
#include "places.h"
#include "plan.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* Sets a constant in a copy of the read-only data. */
static int set(struct session *s, char *copy, const char *name, const void *value, size_t size)
{
	const char *all, *there = bpf_constant(s, name, size);
	size_t whole;

	all = bpf_constants_data(s, &whole);
	if (!there)
		return -ENOENT;
	memcpy(copy + (there - all), value, size);
	return 0;
}

/* The descriptor of a program for place i, or -errno */
static int program_at(struct session *s, const struct bpf_program *program, size_t i)
{
	struct generic *g = &generic_of(s)->places[i];
	const uint64_t number = i + 1;
	size_t size;
	const void *all = bpf_constants_data(s, &size);
	char *copy = malloc(size);
	int err;

	if (!copy)
		return -ENOMEM;
	memcpy(copy, all, size);
	generic_place(g, false, 0);
	err = set(s, copy, "plan", &g->plan, sizeof(g->plan));
	if (!err)
		err = set(s, copy, "place", &number, sizeof(number));
	if (!err)
		err = bpf_copy_with_constants(s, program, copy);
	free(copy);
	return err;
}

/* The event owns what runs at it: closing it ends that. */
static int attach_event(struct session *s, int program, int event)
{
	int err = 0;

	if (ioctl(event, PERF_EVENT_IOC_SET_BPF, program) || ioctl(event, PERF_EVENT_IOC_ENABLE, 0))
		err = -errno;
	if (!err)
		return bpf_keep_fd(s, event);
	close(event);
	return err;
}

static int attach_user(struct session *s, const struct bpf_program *program, size_t i)
{
	const struct probe *p = &generic_of(s)->probe;
	struct uprobe_event *begun =
		uprobe_event_begin(p->path, p->found.list[i].address + p->offset, user_attach_process(s), false);
	int own = program_at(s, program, i), event = uprobe_event_take(begun);

	if (own >= 0 && event >= 0)
		return attach_event(s, own, event);
	if (event >= 0)
		close(event);
	return own < 0 ? own : event;
}

static int attach_kernel(struct session *s, const struct bpf_program *program, size_t i)
{
	const struct function *f = &generic_of(s)->probe.found.list[i];
	int own = program_at(s, program, i), event = own < 0 ? own : kprobe_perf_event(f->name, f->address);

	return event < 0 ? event : attach_event(s, own, event);
}

int generic_attach_places(struct session *s, const struct bpf_program *program)
{
	const struct functions *f = &generic_of(s)->probe.found;
	bool user = generic_of(s)->probe.target == TARGET_USER;
	int err = 0;

	s->attach = user ? "uprobe" : "kprobe";
	for (size_t i = 0; i < f->n && !err; i++) {
		err = user ? attach_user(s, program, i) : attach_kernel(s, program, i);
		if (err)
			err = generic_refused(s, err, f->list[i].name);
	}
	return err;
}
