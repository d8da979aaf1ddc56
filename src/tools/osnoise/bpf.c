// SPDX-License-Identifier: GPL-2.0-or-later
/* The BPF form of osnoise: what threads measured, and programs counted, as rows. */
#include "osnoise.h"

#include "tools/noise/bpf.h"
#include "tools/noise/rows.h"

#include <errno.h>
#include <stdlib.h>

static void add_cpu(struct session *s, const struct noise_thread *t)
{
	uint64_t cpu = (uint64_t)t->cpu;
	struct osnoise_row *row = session_total(s, &cpu);
	const struct noise_measured *m = &t->measured;

	if (!row)
		return;
	row->runtime_ns = m->runtime_ns;
	row->gaps = m->gaps;
	row->noise_ns = m->noise_ns;
	row->max_noise_ns = m->max_noise_ns;
	row->max_single_ns = m->max_single_ns;
	row->hardware = m->hardware;
	row->hardware_ns = m->hardware_ns;
	row->unexplained_ns = m->unexplained_ns;
	for (unsigned i = 0; i < NOISE_CLASSES; i++) {
		row->classes[i].count = t->shared->totals[i].count;
		row->classes[i].ns = t->shared->totals[i].ns;
	}
}

static void add_gaps(struct session *s, const struct noise_thread *t)
{
	uint64_t cpu = (uint64_t)t->cpu;
	struct osnoise_gaps *row = session_total(s, &cpu);

	if (row)
		row->hist = t->measured.hists[0];
}

static void add_hardware(struct session *s, const struct noise_thread *threads, size_t n)
{
	struct noise_source key = {.class = NOISE_HARDWARE};
	struct noise_total total = {0};
	struct noise_share_row *row;

	for (size_t i = 0; i < n; i++) {
		const struct noise_measured *m = &threads[i].measured;

		total.count += m->hardware;
		total.ns += m->hardware_ns;
		if (m->hardware_max_ns > total.max_ns)
			total.max_ns = m->hardware_max_ns;
	}
	row = total.count ? session_total(s, &key) : NULL;
	if (row)
		row->total = total;
}

static uint64_t measured(const struct noise_thread *threads, size_t n)
{
	uint64_t ns = 0;

	for (size_t i = 0; i < n; i++)
		ns += threads[i].measured.runtime_ns;
	return ns;
}

static int add_sources(struct session *s)
{
	struct tally *sources = tally_new(&noise_source_schema);
	int err = sources ? noise_read_sources(s, sources) : -ENOMEM;
	const void **rows = err ? NULL : tally_sorted(sources, noise_source_schema.compare);

	for (size_t i = 0; rows && i < tally_count(sources); i++) {
		const struct noise_source_row *from = rows[i];
		struct noise_share_row *row = session_total(s, &from->key);

		if (row)
			row->total = from->total;
	}
	free(rows);
	tally_free(sources);
	return err;
}

static int collect_sources(struct session *s, const struct noise_thread *threads, size_t n)
{
	int err = add_sources(s);

	add_hardware(s, threads, n);
	osnoise_share(s, measured(threads, n));
	return err;
}

static int collect(struct session *s)
{
	size_t n;
	const struct noise_thread *threads = noise_threads(&n);

	if (osnoise.by_source)
		return collect_sources(s, threads, n);
	for (size_t i = 0; i < n; i++)
		if (osnoise.gaps)
			add_gaps(s, &threads[i]);
		else
			add_cpu(s, &threads[i]);
	return 0;
}

static int open_bpf(struct session *s)
{
	return noise_open(s, &(struct noise_wants){.by_source = osnoise.by_source});
}

static int attach_more(struct session *s)
{
	return noise_start(s, osnoise_measure);
}

const struct bpf_recipe osnoise_bpf = {
	.open = open_bpf,
	.attach_more = attach_more,
	.poll = noise_poll,
	.collect = collect,
	.stop = noise_halt,
	.close = noise_close,
};
