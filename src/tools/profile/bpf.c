// SPDX-License-Identifier: GPL-2.0-or-later
/* The BPF form: a program at the overflow of a perf event on each CPU, or at the tick where perf events are refused. */
#include "base/log.h"
#include "source/bpf/filter.h"
#include "source/bpf/object.h"
#include "sys/kernel_btf.h"
#include "profile.h"
#include "profile.skel.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static struct {
	int fds[4096]; /* by CPU; -1: offline, or not asked for */
	int n;
	const struct profile_event *event;
} opened;

static void close_events(void)
{
	for (int i = 0; i < opened.n; i++)
		if (opened.fds[i] >= 0)
			close(opened.fds[i]);
	opened.n = 0;
}

/* An offline CPU is no error (ENODEV), as long as there is another. */
static int open_events(const struct profile_event *e)
{
	int cpus = libbpf_num_possible_cpus(), usable = 0, err = -ENODEV;

	for (opened.n = 0; opened.n < cpus && opened.n < 4096; opened.n++) {
		bool wanted = profile.cpu == UINT64_MAX || profile.cpu == (uint64_t)opened.n;
		int fd = wanted ? profile_event_open(e, opened.n, profile.frequency, profile.period) : -ENODEV;

		opened.fds[opened.n] = fd < 0 ? -1 : fd;
		usable += fd >= 0;
		if (fd < 0 && fd != -ENODEV)
			err = fd;
	}
	opened.event = e;
	if (!usable)
		close_events();
	return usable ? 0 : err;
}

static bool has_no_pmu(int err)
{
	return err == -ENOENT || err == -EOPNOTSUPP || err == -EINVAL || err == -ENODEV;
}

static int choose_event(void)
{
	int err;

	if (profile.event)
		return open_events(profile.event);
	err = open_events(&profile_cycles);
	return has_no_pmu(err) ? open_events(&profile_clock) : err;
}

static int refused(struct session *s, int err)
{
	if (err == -ENODEV && profile.cpu != UINT64_MAX)
		return cannot(s, err, "there is no CPU %llu, or it is offline", (unsigned long long)profile.cpu);
	if (has_no_pmu(err))
		return cannot(s, err, "this machine cannot count %s: %s", profile.event ? profile.event->name : "cycles",
					  strerror(-err));
	return cannot(s, err,
				  "perf_event_open: %s; it needs CAP_PERFMON, and kernel.perf_event_paranoid below 3 or CAP_SYS_ADMIN",
				  strerror(-err));
}

static bool has_tick(void)
{
	bool has = !kernel_btf_load() && kernel_btf_find("btf_trace_local_timer_entry", BTF_KIND_TYPEDEF) > 0;

	return has;
}

/* Only a clock can be replaced by the tick. */
static int use_tick(struct session *s, struct profile_bpf *o, int err)
{
	const struct profile_event *e = profile.event;

	if ((e && e != &profile_cycles && e->config != PERF_COUNT_SW_CPU_CLOCK) || profile.period || !has_tick())
		return refused(s, err);
	o->rodata->tick_period_ns = 1000000000 / profile.frequency;
	if (profile.cpu != UINT64_MAX)
		o->rodata->tick_cpu = (__u32)profile.cpu;
	bpf_use(s, o->progs.tick, true);
	s->attach = "tick";
	return 0;
}

static int open_bpf(struct session *s)
{
	struct profile_bpf *o = bpf_open(s, profile_bpf);
	int err = o ? stacks_open(s) : -errno;

	if (err)
		return err;
	o->rodata->filter.self = s->set->npids ? 0 : bpf_self();
	o->rodata->with_idle = profile.idle;
	err = choose_event();
	if (err == -EACCES || err == -EPERM)
		return use_tick(s, o, err);
	if (err)
		return refused(s, err);
	bpf_use(s, o->progs.overflow, true);
	s->attach = opened.event->name;
	return 0;
}

static int attach_cpu(struct session *s, struct profile_bpf *o, int cpu)
{
	struct bpf_link *link = bpf_program__attach_perf_event(o->progs.overflow, opened.fds[cpu]);

	if (!link)
		return cannot(s, -errno, "cannot attach to %s of CPU %d: %s", opened.event->name, cpu, strerror(errno));
	opened.fds[cpu] = -1; /* the link has it now */
	return bpf_keep_link(s, link);
}

static int attach_bpf(struct session *s)
{
	struct profile_bpf *o = bpf_skeleton_of(s);
	int err = 0;

	if (!opened.n)
		return profile_bpf__attach(o);
	for (int cpu = 0; cpu < opened.n && !err; cpu++)
		if (opened.fds[cpu] >= 0)
			err = attach_cpu(s, o, cpu);
	return err;
}

static void close_bpf(struct session *s)
{
	(void)s;
	close_events();
}

const struct bpf_recipe profile_bpf_recipe = {
	.open = open_bpf,
	.attach = attach_bpf,
	.rename = stacks_rename,
	.close = close_bpf,
};
