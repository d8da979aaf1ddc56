// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The ftrace form of osnoise: the kernel's tracer of that name. It tells how long it measured at the end of each
 * period, so all that happened in a period counts then, and a period that has not ended does not count.
 */
#include "osnoise.h"

#include "tools/noise/options.h"
#include "tools/noise/parts.h"
#include "tools/noise/rows.h"
#include "tools/noise/threads.h"
#include "tools/noise/tracer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Of a CPU, since its last period ended */
static struct period {
	struct osnoise_row row;
	uint64_t hardware_max_ns;
	uint64_t past;		   /* so many interruptions ended before the last gap did */
	struct tally *sources; /* of --by source; NULL: none yet */
} periods[CPU_SETSIZE];
static uint64_t measured_ns;

enum { DURATION, INTERFERENCE };
static const char *const gap_fields[] = {[DURATION] = "duration", [INTERFERENCE] = "interference", NULL};

enum { NOISE, RUNTIME, MAX, HARDWARE, NMI, IRQ, SOFTIRQ, THREAD };
static const char *const period_fields[] = {
	[NOISE] = "noise",			 [RUNTIME] = "runtime",		[MAX] = "max_sample",
	[HARDWARE] = "hw_count",	 [NMI] = "nmi_count",		[IRQ] = "irq_count",
	[SOFTIRQ] = "softirq_count", [THREAD] = "thread_count", NULL};

static uint64_t larger(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static void add_total(struct noise_total *to, const struct noise_total *from)
{
	to->count += from->count;
	to->ns += from->ns;
	to->max_ns = larger(to->max_ns, from->max_ns);
}

/* ---- inside a period ---- */

static void add_source(struct session *s, struct period *p, const struct noise_source *key, struct noise_total total)
{
	struct noise_source_row *row;

	if (!p->sources)
		p->sources = tally_new(&noise_source_schema);
	row = p->sources ? tally_row(p->sources, key) : NULL;
	if (!row) {
		s->lost.map_full++;
		return;
	}
	add_total(&row->total, &total);
}

static void on_interruption(struct session *s, const struct record *r)
{
	struct noise_interruption i;

	if (!noise_interruption(s, &i, r))
		return;
	periods[r->cpu].row.classes[i.source.class].ns += i.ns;
	if (osnoise.by_source)
		add_source(s, &periods[r->cpu], &i.source, (struct noise_total){1, i.ns, i.ns});
}

/* The time of interruptions in the gap that ends now; where it began later than one of them, only what is inside */
static uint64_t explained(const struct noise_cpu *c, uint64_t first, uint64_t from_ns)
{
	uint64_t ns = 0;

	for (uint64_t i = c->npast; i > first && c->npast - i < NOISE_PASTS; i--) {
		const struct noise_past *past = &c->past[(i - 1) & (NOISE_PASTS - 1)];

		if (past->ended_ns <= from_ns)
			break;
		ns += noise_inside(past, from_ns);
	}
	return ns;
}

static void add_gap(struct session *s, const struct record *r, uint64_t ns)
{
	uint64_t cpu = (uint64_t)r->cpu;
	struct osnoise_gaps *row = osnoise.gaps ? session_total(s, &cpu) : NULL;

	if (row)
		hist_add(&row->hist, HIST_NS, ns);
}

static void on_gap(struct session *s, const struct record *r)
{
	uint64_t ns = (uint64_t)record_int(r, DURATION), known;
	struct noise_cpu *c = noise_record(s, r);
	struct period *p;

	if (!c)
		return;
	p = &periods[r->cpu];
	add_gap(s, r, ns);
	p->row.gaps++;
	p->row.noise_ns += ns;
	p->row.max_single_ns = larger(p->row.max_single_ns, ns);
	known = explained(c, p->past, r->time_ns - ns);
	p->past = c->npast;
	if (!record_int(r, INTERFERENCE)) {
		p->row.hardware_ns += ns;
		p->hardware_max_ns = larger(p->hardware_max_ns, ns);
	} else if (ns > known) {
		p->row.unexplained_ns += ns - known;
	}
	if (osnoise.stop_single_ns && ns > osnoise.stop_single_ns)
		noise_tracer_stop(
			s, r,
			(struct noise_stop){
				.what = "gap", .from_ns = r->time_ns - ns, .to_ns = r->time_ns, .limit_ns = osnoise.stop_single_ns});
}

/* ---- at its end ---- */

/* The tracer tells microseconds, and its events nanoseconds: these are the same time if no event was lost. */
static uint64_t exact(uint64_t told_us, uint64_t seen_ns)
{
	return seen_ns / 1000 == told_us ? seen_ns : told_us * 1000;
}

static void end_row(struct session *s, const struct record *r, const struct period *p)
{
	const struct osnoise_row *seen = &p->row;
	uint64_t cpu = (uint64_t)r->cpu, noise_ns = exact((uint64_t)record_int(r, NOISE), seen->noise_ns);
	struct osnoise_row *row = session_total(s, &cpu);

	if (!row)
		return;
	row->gaps += seen->gaps;
	row->runtime_ns += (uint64_t)record_int(r, RUNTIME) * 1000;
	row->noise_ns += noise_ns;
	row->max_noise_ns = larger(row->max_noise_ns, noise_ns);
	row->max_single_ns = larger(row->max_single_ns, exact((uint64_t)record_int(r, MAX), seen->max_single_ns));
	row->hardware += (uint64_t)record_int(r, HARDWARE);
	row->hardware_ns += seen->hardware_ns;
	row->unexplained_ns += seen->unexplained_ns;
	for (unsigned i = 0; i < NOISE_CLASSES; i++) {
		row->classes[i].count += (uint64_t)record_int(r, NMI + i);
		row->classes[i].ns += seen->classes[i].ns;
	}
}

static void end_sources(struct session *s, const struct record *r, struct period *p)
{
	uint64_t hardware = (uint64_t)record_int(r, HARDWARE);
	const void **rows;

	if (hardware)
		add_source(s, p, &(struct noise_source){.class = NOISE_HARDWARE},
				   (struct noise_total){hardware, p->row.hardware_ns, p->hardware_max_ns});
	rows = p->sources ? tally_sorted(p->sources, noise_source_schema.compare) : NULL;
	for (size_t i = 0; rows && i < tally_count(p->sources); i++) {
		const struct noise_source_row *from = rows[i];
		struct noise_share_row *row = session_total(s, &from->key);

		if (row)
			add_total(&row->total, &from->total);
	}
	free(rows);
	if (p->sources)
		tally_clear(p->sources);
	measured_ns += (uint64_t)record_int(r, RUNTIME) * 1000;
}

static void check_total(struct session *s, const struct record *r, uint64_t seen_ns)
{
	uint64_t ns = exact((uint64_t)record_int(r, NOISE), seen_ns);

	if (osnoise.stop_total_ns && ns > osnoise.stop_total_ns)
		noise_tracer_stop(s, r,
						  (struct noise_stop){.what = "noise of a period",
											  .from_ns = r->time_ns - (uint64_t)record_int(r, RUNTIME) * 1000,
											  .to_ns = r->time_ns,
											  .noise_ns = ns,
											  .limit_ns = osnoise.stop_total_ns});
}

static void on_period(struct session *s, const struct record *r)
{
	struct period *p;

	if (!noise_record(s, r))
		return;
	p = &periods[r->cpu];
	if (osnoise.by_source)
		end_sources(s, r, p);
	else if (!osnoise.gaps)
		end_row(s, r, p);
	check_total(s, r, p->row.noise_ns);
	p->row = (struct osnoise_row){0};
	p->hardware_max_ns = 0;
}

/* ---- the recipe ---- */

/* A gap's noise is told by the gap alone. */
static bool needs_interruptions(struct session *s)
{
	(void)s;
	return !osnoise.gaps || noise.stops;
}

static const struct ftrace_event events[] = {
	NOISE_EVENTS(on_interruption, needs_interruptions),
	{"osnoise/sample_threshold", gap_fields, on_gap, false, NULL},
	{"ftrace/osnoise", period_fields, on_period, false, NULL},
	{0},
};

/* The period is set twice: the kernel refuses one that is shorter than the runtime, and a longer runtime than the
 * period. Without a threshold, gaps of a microsecond would be told. */
static int start(struct session *s)
{
	const struct noise_setting period = {"osnoise/period_us", noise.period_ns / 1000};
	const struct noise_setting to[] = {{"tracing_thresh", (osnoise.threshold_ns + 999) / 1000},
									   {"osnoise/runtime_us", osnoise.runtime_ns / 1000},
									   period,
									   {NULL, 0}};

	noise_tracer_try(s, &period);
	return noise_tracer_start(s, to);
}

static int collect(struct session *s)
{
	if (osnoise.by_source)
		osnoise_share(s, measured_ns);
	return 0;
}

static void close_ftrace(struct session *s)
{
	for (int i = 0; i < CPU_SETSIZE; i++)
		tally_free(periods[i].sources);
	memset(periods, 0, sizeof(periods));
	noise_tracer_close(s);
}

const struct ftrace_recipe osnoise_ftrace = {
	.events = events,
	.noise = "osnoise",
	.open = noise_tracer_open,
	.start = start,
	.collect = collect,
	.close = close_ftrace,
};
