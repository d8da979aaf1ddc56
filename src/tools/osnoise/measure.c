// SPDX-License-Identifier: GPL-2.0-or-later
/* The measuring thread of osnoise: it reads the clock, and wherever that jumps somebody else had the CPU. */
#include "osnoise.h"

#include "tools/noise/options.h"
#include "tools/noise/threads.h"

struct osnoise_options osnoise;

/* The record as it was at one moment */
struct moment {
	uint64_t at_ns, interruptions, ns;
};

#define SET(to, value) __atomic_store_n(&(to), value, __ATOMIC_RELAXED)

static struct moment look(const struct noise_cpu *c)
{
	struct moment m;

	do {
		m.interruptions = __atomic_load_n(&c->interruptions, __ATOMIC_ACQUIRE);
		m.ns = __atomic_load_n(&c->ns, __ATOMIC_ACQUIRE);
		m.at_ns = noise_clock();
		__atomic_signal_fence(__ATOMIC_SEQ_CST);
	} while (__atomic_load_n(&c->interruptions, __ATOMIC_ACQUIRE) != m.interruptions);
	return m;
}

static void add_hardware(struct noise_measured *m, uint64_t ns)
{
	SET(m->hardware, m->hardware + 1);
	SET(m->hardware_ns, m->hardware_ns + ns);
	if (ns > m->hardware_max_ns)
		SET(m->hardware_max_ns, ns);
}

static void on_gap(struct noise_thread *t, const struct moment *before, const struct moment *now)
{
	struct noise_measured *m = &t->measured;
	uint64_t ns = now->at_ns - before->at_ns, explained = now->ns - before->ns;

	SET(m->gaps, m->gaps + 1);
	SET(m->noise_ns, m->noise_ns + ns);
	if (ns > m->max_single_ns)
		SET(m->max_single_ns, ns);
	hist_add(&m->hists[0], HIST_NS, ns);
	if (now->interruptions == before->interruptions)
		add_hardware(m, ns);
	else if (ns > explained)
		SET(m->unexplained_ns, m->unexplained_ns + ns - explained);
	if (osnoise.stop_single_ns && ns > osnoise.stop_single_ns)
		noise_stop(
			t, (struct noise_stop){
				   .what = "gap", .from_ns = before->at_ns, .to_ns = now->at_ns, .limit_ns = osnoise.stop_single_ns});
}

/* Returns the noise of one period. Its maximum is known while the period lasts. */
static uint64_t measure_period(struct noise_thread *t, uint64_t until_ns)
{
	struct noise_measured *m = &t->measured;
	uint64_t before_runtime = m->runtime_ns, before_noise = m->noise_ns;
	struct moment first, last, now;

	t->shared->sampling = 1;
	first = last = look(t->shared);
	while (last.at_ns < until_ns && !noise_ends()) {
		now = look(t->shared);
		if (now.at_ns - last.at_ns > osnoise.threshold_ns) {
			if (noise_ends_here(t)) /* the gap may be of its way to another CPU */
				break;
			on_gap(t, &last, &now);
		}
		if (m->noise_ns - before_noise > m->max_noise_ns)
			SET(m->max_noise_ns, m->noise_ns - before_noise);
		last = now;
		SET(m->runtime_ns, before_runtime + now.at_ns - first.at_ns);
	}
	t->shared->sampling = 0;
	return m->noise_ns - before_noise;
}

void osnoise_measure(struct noise_thread *t)
{
	for (uint64_t begin = noise_clock(); !noise_ends_here(t); begin += noise.period_ns) {
		uint64_t noise_ns = measure_period(t, begin + osnoise.runtime_ns);

		if (osnoise.stop_total_ns && noise_ns > osnoise.stop_total_ns)
			noise_stop(t, (struct noise_stop){.what = "noise of a period",
											  .from_ns = begin,
											  .to_ns = noise_clock(),
											  .noise_ns = noise_ns,
											  .limit_ns = osnoise.stop_total_ns});
		noise_pause(begin + noise.period_ns);
		if (noise_clock() > begin + 2 * noise.period_ns) /* it did not run for long: nothing to catch up */
			begin = noise_clock() - noise.period_ns;
	}
}
