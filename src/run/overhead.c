// SPDX-License-Identifier: GPL-2.0-or-later
#include "overhead.h"

#include "base/clock.h"
#include "base/log.h"
#include "session/source.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define SECOND 1000000000ULL

static unsigned online_cpus(void)
{
	long n = sysconf(_SC_NPROCESSORS_ONLN); /* may change meanwhile */

	return n > 0 ? (unsigned)n : 1;
}

double overhead_percent(uint64_t run_ns, uint64_t elapsed_ns, unsigned cpus)
{
	return elapsed_ns && cpus ? 100.0 * (double)run_ns / ((double)elapsed_ns * cpus) : 0;
}

static bool asked(const struct session *s)
{
	return s->set->stats || s->set->max_overhead > 0;
}

int overhead_begin(struct session *s)
{
	struct overhead *o = &s->overhead;
	int err;

	*o = (struct overhead){.cpus = online_cpus()};
	if (s->trial)
		return 0;
	if (!s->source->cost_on)
		return asked(s) ? cannot(s, -ENOTSUP, "only BPF tells what it costs (--stats, --max-overhead)") : 0;
	err = s->source->cost_on(s);
	o->on = !err;
	o->began_ns = o->last_ns = clock_ns();
	if (!err || !asked(s))
		return 0;
	if (err == -EPERM)
		return cannot(s, err, "--stats and --max-overhead need CAP_SYS_ADMIN or: sysctl kernel.bpf_stats_enabled=1");
	return cannot(s, err, "this kernel keeps no statistics of BPF programs: %s", strerror(-err));
}

void overhead_counting(struct session *s)
{
	struct overhead *o = &s->overhead;

	if (!o->on)
		return;
	s->source->cost(s, &o->cost);
	o->last_ns = clock_ns();
}

static void judge(struct session *s, double percent)
{
	struct overhead *o = &s->overhead;
	double limit = s->set->max_overhead;
	const char *cpus = o->cpus == 1 ? "one CPU" : "all CPUs";

	if (limit > 0 && percent > limit) {
		warn("stopped: its BPF programs took %.3g%% of the time of %s, --max-overhead is %.3g%%", percent, cpus, limit);
		o->exceeded = s->stop = true;
	} else if (!(limit > 0) && percent > OVERHEAD_WARN_PERCENT && !o->warned) {
		warn("its BPF programs take %.3g%% of the time of %s; --max-overhead PERCENT ends it in such a case", percent,
			 cpus);
		o->warned = true;
	}
}

void overhead_check(struct session *s)
{
	struct overhead *o = &s->overhead;
	uint64_t now = clock_ns();
	struct cost cost;
	double percent;

	if (!o->on || now - o->last_ns < SECOND || s->source->cost(s, &cost))
		return;
	o->cpus = online_cpus();
	percent = overhead_percent(cost.run_ns - o->cost.run_ns, now - o->last_ns, o->cpus);
	o->peak = percent > o->peak ? percent : o->peak;
	o->cost = cost;
	o->last_ns = now;
	judge(s, percent);
	if (!asked(s)) {
		s->source->cost_off(s);
		o->on = false;
	}
}

void overhead_end(struct session *s)
{
	struct overhead *o = &s->overhead;

	if (!o->on)
		return;
	s->source->cost(s, &o->cost);
	o->elapsed_ns = clock_ns() - o->began_ns;
	o->percent = overhead_percent(o->cost.run_ns, o->elapsed_ns, o->cpus);
	o->peak = o->percent > o->peak ? o->percent : o->peak; /* a run shorter than a second has no other peak */
}
