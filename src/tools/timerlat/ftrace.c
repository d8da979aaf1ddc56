// SPDX-License-Identifier: GPL-2.0-or-later
/* The ftrace form of timerlat: the kernel's tracer of that name. Its threads never leave the kernel, so there is no
 * latency until a program goes on. */
#include "timerlat.h"

#include "base/log.h"
#include "tools/noise/options.h"
#include "tools/noise/threads.h"
#include "tools/noise/tracer.h"

#include <string.h>

enum { CONTEXT, LATENCY };
static const char *const latency_fields[] = {[CONTEXT] = "context", [LATENCY] = "timer_latency", NULL};

static void on_interruption(struct session *s, const struct record *r)
{
	struct noise_interruption i;

	noise_interruption(s, &i, r);
}

/* ---- what met a threshold ---- */

static void check(struct session *s, const struct record *r, struct noise_cpu *c, struct noise_stop stop)
{
	if (!stop.limit_ns || stop.to_ns - stop.from_ns <= stop.limit_ns || noise_stopped())
		return;
	if (c->timer.tid)
		memcpy(c->timer.comm, record_other(r, c->timer.tid)->comm, sizeof(c->timer.comm));
	noise_tracer_stop(s, r, stop);
}

/* ---- records ---- */

/* The tracer tells no times but latencies: its record is written at the end of the latency. */
static void interrupted(const struct record *r, struct noise_cpu *c, uint64_t latency_ns)
{
	c->timer = (struct noise_timer){.expired_ns = r->time_ns, .tid = r->tid};
	c->expected_ns = r->time_ns - latency_ns;
}

static void woken(struct session *s, const struct record *r, struct noise_cpu *c)
{
	struct noise_timer *timer = &c->timer;

	if (!timer->expired_ns) /* the interrupt's record was lost */
		return;
	timer->running_ns = r->time_ns;
	check(s, r, c,
		  (struct noise_stop){.what = "IRQ latency",
							  .from_ns = c->expected_ns,
							  .to_ns = timer->expired_ns,
							  .limit_ns = timerlat.stop_irq_ns});
	check(s, r, c,
		  (struct noise_stop){.what = "thread latency",
							  .from_ns = c->expected_ns,
							  .to_ns = timer->running_ns,
							  .limit_ns = timerlat.stop_thread_ns});
	timer->expired_ns = 0;
}

static void on_latency(struct session *s, const struct record *r)
{
	struct timerlat_key key = {(uint32_t)r->cpu, (uint32_t)record_int(r, CONTEXT)};
	uint64_t ns = (uint64_t)record_int(r, LATENCY);
	struct noise_cpu *c = noise_record(s, r);
	struct timerlat_row *row = c && key.until < TIMERLAT_UNTILS ? session_total(s, &key) : NULL;

	if (!row)
		return;
	hist_add(&row->hist, HIST_NS, ns);
	if (key.until == TIMERLAT_IRQ)
		interrupted(r, c, ns);
	else if (key.until == TIMERLAT_THREAD)
		woken(s, r, c);
}

/* ---- the recipe ---- */

static bool explains(struct session *s)
{
	(void)s;
	return noise.stops;
}

static const struct ftrace_event events[] = {
	NOISE_EVENTS(on_interruption, explains),
	{"ftrace/timerlat", latency_fields, on_latency, false, NULL},
	{0},
};

static int start(struct session *s)
{
	const struct noise_setting to[] = {{"osnoise/timerlat_period_us", noise.period_ns / 1000}, {NULL, 0}};

	int err = noise_tracer_start(s, to);

	if (!err && !s->set->replay)
		warn("the kernel's threads run at FIFO:95, before all ordinary threads");
	return err;
}

const struct ftrace_recipe timerlat_ftrace = {
	.events = events,
	.noise = "timerlat",
	.names_tasks = true,
	.open = noise_tracer_open,
	.start = start,
	.close = noise_tracer_close,
};
