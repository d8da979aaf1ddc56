// SPDX-License-Identifier: GPL-2.0-or-later
/* The BPF form: a program at the overflow of a perf event on each CPU, or at the tick where perf events are refused. */
#include "base/log.h"
#include "source/bpf/filter.h"
#include "source/bpf/object.h"
#include "sys/kernel_btf.h"
#include "cpus.h"
#include "profile.h"
#include "profile.skel.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool has_no_pmu(int err)
{
	return err == -ENOENT || err == -EOPNOTSUPP || err == -EINVAL || err == -ENODEV;
}

static int choose_event(void)
{
	int err;

	if (profile.event)
		return profile_cpus_open(profile.event);
	err = profile_cpus_open(&profile_cycles);
	return has_no_pmu(err) ? profile_cpus_open(&profile_clock) : err;
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
	s->attach = profile_cpus.event->name;
	return 0;
}

static int attach_cpu(struct session *s, struct profile_bpf *o, int cpu)
{
	int fd = fcntl(profile_cpus.fds[cpu], F_DUPFD_CLOEXEC, 0), err; /* the link's */
	struct bpf_link *link = fd < 0 ? NULL : bpf_program__attach_perf_event(o->progs.overflow, fd);

	if (link)
		return bpf_keep_link(s, link);
	err = -errno;
	if (fd >= 0)
		close(fd);
	return cannot(s, err, "cannot attach to %s of CPU %d: %s", profile_cpus.event->name, cpu, strerror(-err));
}

static int attach_bpf(struct session *s)
{
	struct profile_bpf *o = bpf_skeleton_of(s);
	int err = 0;

	if (!profile_cpus.n)
		return profile_bpf__attach(o);
	for (int cpu = 0; cpu < profile_cpus.n && !err; cpu++)
		if (profile_cpus.fds[cpu] >= 0)
			err = attach_cpu(s, o, cpu);
	return err;
}

/* ---- what the kernel skipped ---- */

static bool is_clock(const struct profile_event *e)
{
	return e->type == PERF_TYPE_SOFTWARE &&
		   (e->config == PERF_COUNT_SW_CPU_CLOCK || e->config == PERF_COUNT_SW_TASK_CLOCK);
}

/* A clock goes on where its interrupt comes late, or has nothing to sample: its count is a bound. */
static void losses(struct session *s, struct lost *lost)
{
	static char bound[80];
	bool clock = profile_cpus.n && is_clock(profile_cpus.event);
	uint64_t skipped = 0, period = profile.period ? profile.period : clock ? 1000000000 / profile.frequency : 0;

	if (!profile_cpus.n) /* at the tick the kernel counts them */
		return;
	if (!period || !profile_cpus_skipped(bpf_map__fd(bpf_map_of(s, "overflows")), period, &skipped)) {
		lost->untold = "what was due while another program ran is not counted";
	} else if (!clock) {
		lost->missed += skipped;
	} else if (skipped) {
		snprintf(bound, sizeof(bound), "up to %llu were due while another program ran", (unsigned long long)skipped);
		lost->untold = bound;
	}
}

static void close_bpf(struct session *s)
{
	(void)s;
	profile_cpus_close();
}

const struct bpf_recipe profile_bpf_recipe = {
	.open = open_bpf,
	.attach = attach_bpf,
	.losses = losses,
	.rename = stacks_rename,
	.close = close_bpf,
};
