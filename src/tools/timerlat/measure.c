// SPDX-License-Identifier: GPL-2.0-or-later
/* The measuring thread of timerlat: it sleeps until a timer expires, and reads how long after that it goes on. */
#include "timerlat.h"

#include "tools/noise/options.h"
#include "tools/noise/threads.h"

struct timerlat_options timerlat;

static void stop(const struct noise_thread *t, const char *what, uint64_t expected, uint64_t until, uint64_t limit)
{
	if (limit && until > expected && until - expected > limit)
		noise_stop(t, (struct noise_stop){.what = what, .from_ns = expected, .to_ns = until, .limit_ns = limit});
}

/* The clock is read on different CPUs never, but by two readers: a nanosecond may lie between them. */
static void add(struct noise_measured *m, enum timerlat_until what, uint64_t expected, uint64_t until)
{
	hist_add(&m->hists[what], HIST_NS, until > expected ? until - expected : 0);
}

static void on_wakeup(struct noise_thread *t, uint64_t expected, uint64_t now)
{
	const struct noise_timer *timer = &t->shared->timer;
	struct noise_measured *m = &t->measured;

	if (!timer->expired_ns || !timer->running_ns) {
		m->missed++;
		return;
	}
	m->gaps++;
	add(m, TIMERLAT_IRQ, expected, timer->expired_ns);
	add(m, TIMERLAT_THREAD, expected, timer->running_ns);
	add(m, TIMERLAT_USER, expected, now);
	stop(t, "IRQ latency", expected, timer->expired_ns, timerlat.stop_irq_ns);
	stop(t, "thread latency", expected, timer->running_ns, timerlat.stop_thread_ns);
	stop(t, "user latency", expected, now, timerlat.stop_thread_ns);
}

/* False: it was time already */
static bool sleep_until(struct noise_cpu *c, uint64_t expected)
{
	bool slept;

	c->sampling = 0;
	c->timer.expired_ns = c->timer.running_ns = 0;
	__atomic_store_n(&c->expected_ns, expected, __ATOMIC_RELEASE);
	slept = noise_sleep(expected);
	__atomic_store_n(&c->expected_ns, 0, __ATOMIC_RELEASE);
	return slept;
}

/* The first wake-ups are late because programs, and what they read, are not in the caches yet. */
#define WARM_UP 10

void timerlat_measure(struct noise_thread *t)
{
	int cold = WARM_UP;
	uint64_t next = noise_clock();

	while (!noise_ends_here(t)) {
		uint64_t now;
		bool slept;

		next += noise.period_ns;
		slept = sleep_until(t->shared, next);
		now = noise_clock();
		if (cold)
			cold--;
		else if (slept && !noise_ends_here(t))
			on_wakeup(t, next, now);
		for (; next + noise.period_ns <= now; next += noise.period_ns)
			t->measured.overruns++;
	}
}
